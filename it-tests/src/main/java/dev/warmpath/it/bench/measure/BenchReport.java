package dev.warmpath.it.bench.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * What a benchmark found: tables for people and, last, one line of JSON for scripts. Cells are text, so that each benchmark
 * says its own units and digits; the JSON has the numbers themselves.
 */
public final class BenchReport {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode json = JSON.createObjectNode();
    private final List<Table> tables = new ArrayList<>();

    private record Table(String title, List<List<String>> rows) {}

    /**
     * An empty report.
     *
     * @param bench name of the benchmark, the first member of the JSON line
     * @param seed what everything random followed from
     */
    public BenchReport(String bench, long seed) {
        json.put("bench", bench).put("seed", seed);
    }

    /** Begins a table; the rows that follow belong to it. */
    public BenchReport table(String title, String... columns) {
        tables.add(new Table(title, new ArrayList<>(List.of(List.of(columns)))));
        return this;
    }

    /**
     * Adds a row to the table that was begun last.
     *
     * @throws IllegalStateException before any table
     */
    public BenchReport row(String... cells) {
        if (tables.isEmpty()) {
            throw new IllegalStateException("a row needs a table");
        }
        tables.get(tables.size() - 1).rows().add(List.of(cells));
        return this;
    }

    /** The members of the JSON line, to be added to. */
    public ObjectNode json() {
        return json;
    }

    /** Prints the tables and, last, the line of JSON. */
    public void print(PrintWriter out) {
        for (Table table : tables) {
            out.println(table.title());
            int[] widths = widths(table.rows());
            table.rows().forEach(row -> out.println(line(row, widths)));
            out.println();
        }
        out.println(json);
        out.flush();
    }

    private static int[] widths(List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return widths;
    }

    /** The first column to the left, as it names the row; the others to the right, as they are numbers. */
    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            line.append("  ").append(column == 0 ? cell + padding : padding + cell);
        }
        return line.toString().stripTrailing();
    }
}
