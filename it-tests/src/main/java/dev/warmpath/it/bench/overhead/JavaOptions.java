package dev.warmpath.it.bench.overhead;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Options of the Java runtime of a router that is measured: those of this process, so that it runs as the launcher would
 * run it, and further ones. Where these choose a collector, the one that the launcher chose goes, with the size of its
 * young part, as the launcher itself has it.
 */
final class JavaOptions {

    private static final String CLASS_ARCHIVE = "-XX:SharedArchiveFile";
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w*GC");
    private static final String YOUNG_PART = "-XX:MaxNewSize=";

    private JavaOptions() {}

    /**
     * All of them, in order.
     *
     * @param inherited those of this process
     * @param sameRuntime whether it is this process's runtime, the only one that archived classes fit
     * @param further what comes behind them
     */
    static List<String> of(List<String> inherited, boolean sameRuntime, List<String> further) {
        boolean ownCollector = further.stream().anyMatch(JavaOptions::isCollector);
        List<String> options = new ArrayList<>();
        for (String option : inherited) {
            if (saysHowItRuns(option)
                    && (sameRuntime || !option.startsWith(CLASS_ARCHIVE))
                    && !(ownCollector && (isCollector(option) || option.startsWith(YOUNG_PART)))) {
                options.add(option);
            }
        }
        options.addAll(further);
        return options;
    }

    /** Not one by which this process is watched. */
    private static boolean saysHowItRuns(String option) {
        return option.startsWith("-X") || option.startsWith("--enable-native");
    }

    private static boolean isCollector(String option) {
        return COLLECTOR.matcher(option).matches();
    }
}
