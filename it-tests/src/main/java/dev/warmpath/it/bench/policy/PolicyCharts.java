package dev.warmpath.it.bench.policy;

import dev.warmpath.it.bench.policy.fleet.RunResult;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Draws what runs came to: three panels over one axis, a line for each rule or load. */
final class PolicyCharts {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 1100;
    private static final float LINE = 2;
    private static final double GAP = 14;

    /** Okabe and Ito's colours, which colour-blind readers tell apart; the router's own law is black. */
    private static final List<Color> COLOURS = List.of(
            new Color(0xE69F00),
            new Color(0x56B4E9),
            new Color(0x009E73),
            new Color(0xCC79A7),
            new Color(0xD55E00),
            Color.BLACK,
            new Color(0x0072B2),
            Color.GRAY);

    /** One panel: a value of a run, on a plain or a logarithmic axis. */
    private record Panel(String label, boolean logarithmic, ToDoubleFunction<RunResult> value) {}

    private final double oracleHitRatio;

    PolicyCharts(double oracleHitRatio) {
        this.oracleHitRatio = oracleHitRatio;
    }

    /** Each rule over the load. */
    void rules(Path file, String title, List<Cell> cells) throws IOException {
        draw(file, title, "load (1 = saturation)", cells, cell -> cell.rule().key(), Cell::load);
    }

    /** Each load over the prefill weight. */
    void prefillWeights(Path file, String title, List<Cell> cells) throws IOException {
        draw(file, title, "prefill overlap weight", cells, PolicyCharts::load, Cell::prefillWeight);
    }

    /** Each load over the decode weight. */
    void decodeWeights(Path file, String title, List<Cell> cells) throws IOException {
        draw(file, title, "decode overlap weight", cells, PolicyCharts::load, Cell::decodeWeight);
    }

    private static String load(Cell cell) {
        return "load " + cell.load();
    }

    private void draw(
            Path file,
            String title,
            String across,
            List<Cell> cells,
            Function<Cell, String> line,
            ToDoubleFunction<Cell> position)
            throws IOException {
        List<Panel> panels = List.of(
                new Panel(
                        "time to first token, p90, s",
                        true,
                        it -> it.firstToken().p90() / 1000),
                new Panel("hit ratio, share of the oracle's", false, it -> it.hitRatio() / oracleHitRatio),
                new Panel(
                        "inter-token time, p90, ms",
                        false,
                        it -> it.interToken().p90()));
        CombinedDomainXYPlot plot = new CombinedDomainXYPlot(new NumberAxis(across));
        plot.setGap(GAP);
        for (int i = 0; i < panels.size(); i++) {
            plot.add(panel(panels.get(i), cells, line, position, i == 0));
        }
        JFreeChart chart = new JFreeChart(title, new Font(Font.SANS_SERIF, Font.BOLD, 16), plot, true);
        chart.setBackgroundPaint(Color.WHITE);
        File target = file.toFile();
        ChartUtils.saveChartAsPNG(target, chart, WIDTH, HEIGHT);
    }

    private static XYPlot panel(
            Panel panel,
            List<Cell> cells,
            Function<Cell, String> line,
            ToDoubleFunction<Cell> position,
            boolean inLegend) {
        XYSeriesCollection lines = new XYSeriesCollection();
        for (Cell cell : cells) {
            String name = line.apply(cell);
            int at = lines.indexOf(name);
            if (at < 0) {
                lines.addSeries(new XYSeries(name));
                at = lines.getSeriesCount() - 1;
            }
            lines.getSeries(at).add(position.applyAsDouble(cell), panel.value().applyAsDouble(cell.result()));
        }
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
        for (int i = 0; i < lines.getSeriesCount(); i++) {
            renderer.setSeriesPaint(i, COLOURS.get(i % COLOURS.size()));
            renderer.setSeriesStroke(i, new BasicStroke(LINE));
            renderer.setSeriesVisibleInLegend(i, inLegend);
        }
        XYPlot plot = new XYPlot(lines, null, axis(panel), renderer);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setDomainGridlinePaint(Color.LIGHT_GRAY);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        return plot;
    }

    private static ValueAxis axis(Panel panel) {
        if (panel.logarithmic()) {
            LogAxis axis = new LogAxis(panel.label());
            axis.setNumberFormatOverride(new java.text.DecimalFormat("#,##0.##"));
            return axis;
        }
        NumberAxis axis = new NumberAxis(panel.label());
        axis.setAutoRangeIncludesZero(false);
        return axis;
    }
}
