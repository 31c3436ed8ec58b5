package dev.warmpath.it.bench.fleet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes how a router's needs grow with its fleet, as a page of Markdown and its charts. */
final class FleetPage {

    private final Path directory;
    private final double perSecond;
    private final long seed;

    FleetPage(Path directory, double perSecond, long seed) {
        this.directory = directory;
        this.perSecond = perSecond;
        this.seed = seed;
    }

    /**
     * Replaces what an earlier run wrote.
     *
     * @param workers fleets of fewer workers, in order of size
     * @param blocks fleets with fewer blocks, likewise
     * @param whole the largest, which belongs to both
     */
    void write(List<FleetCell> workers, List<FleetCell> blocks, FleetCell whole) throws IOException {
        Files.createDirectories(directory);
        List<FleetCell> byWorkers = with(workers, whole);
        List<FleetCell> byBlocks = with(blocks, whole);
        FleetCharts.draw(
                directory.resolve("fleet-workers.png"),
                "Growth with workers",
                "workers, each with as many blocks",
                byWorkers,
                cell -> cell.size().workers());
        FleetCharts.draw(
                directory.resolve("fleet-blocks.png"),
                "Growth with blocks",
                "million blocks on " + whole.size().workers() + " workers",
                byBlocks,
                FleetCell::millionBlocks);
        List<String> lines = new ArrayList<>();
        lines.add("# Growth of a fleet");
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "Written by `bin/warmpath bench fleet` with seed %d: workers of %d ranks, half of them over sockets, %.0f"
                        + " choices and as many messages per second. [Method and terms](../benchmarks.md#fleet).",
                seed,
                FleetSize.RANKS,
                perSecond));
        section(lines, "Workers", "fleet-workers.png", byWorkers);
        section(lines, "Blocks", "fleet-blocks.png", byBlocks);
        Files.writeString(directory.resolve("fleet.md"), String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
    }

    private static List<FleetCell> with(List<FleetCell> smaller, FleetCell whole) {
        List<FleetCell> all = new ArrayList<>(smaller);
        all.add(whole);
        return all;
    }

    private static void section(List<String> lines, String title, String chart, List<FleetCell> cells) {
        lines.add("");
        lines.add("## " + title);
        lines.add("");
        lines.add("![" + title + "](" + chart + ")");
        lines.add("");
        lines.add("| " + String.join(" | ", FleetCell.COLUMNS) + " |");
        lines.add("|" + "---|".repeat(FleetCell.COLUMNS.size()));
        cells.forEach(cell -> lines.add("| " + String.join(" | ", cell.row()) + " |"));
    }
}
