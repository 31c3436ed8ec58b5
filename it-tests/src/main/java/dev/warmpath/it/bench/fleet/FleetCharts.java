package dev.warmpath.it.bench.fleet;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Draws what a router needs over the size of its fleet: one panel for each need, one axis for all. */
final class FleetCharts {

    private static final int WIDTH = 800;
    private static final int HEIGHT = 1000;
    private static final float LINE = 2;
    private static final double GAP = 14;
    private static final Color COLOUR = new Color(0x0072B2);

    private record Panel(String label, ToDoubleFunction<FleetCell> value) {}

    private static final List<Panel> PANELS = List.of(
            new Panel("choose p99, µs", cell -> cell.chosen().micros(0.99)),
            new Panel("event to visible p99, ms", cell -> cell.visible().millis(0.99)),
            new Panel("heap, MiB", FleetCell::heapMib),
            new Panel("threads", cell -> cell.footprint().threads()),
            new Panel("descriptors", cell -> cell.footprint().descriptors()),
            new Panel("scrape, ms", FleetCell::scrapeMillis));

    private FleetCharts() {}

    static void draw(
            Path file, String title, String across, List<FleetCell> cells, ToDoubleFunction<FleetCell> position)
            throws IOException {
        CombinedDomainXYPlot plot = new CombinedDomainXYPlot(new NumberAxis(across));
        plot.setGap(GAP);
        for (Panel panel : PANELS) {
            XYSeries line = new XYSeries(panel.label());
            cells.forEach(
                    cell -> line.add(position.applyAsDouble(cell), panel.value().applyAsDouble(cell)));
            XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
            renderer.setSeriesPaint(0, COLOUR);
            renderer.setSeriesStroke(0, new BasicStroke(LINE));
            XYPlot panelPlot = new XYPlot(new XYSeriesCollection(line), null, new NumberAxis(panel.label()), renderer);
            panelPlot.setBackgroundPaint(Color.WHITE);
            panelPlot.setDomainGridlinePaint(Color.LIGHT_GRAY);
            panelPlot.setRangeGridlinePaint(Color.LIGHT_GRAY);
            plot.add(panelPlot);
        }
        JFreeChart chart = new JFreeChart(title, new Font(Font.SANS_SERIF, Font.BOLD, 16), plot, false);
        chart.setBackgroundPaint(Color.WHITE);
        ChartUtils.saveChartAsPNG(file.toFile(), chart, WIDTH, HEIGHT);
    }
}
