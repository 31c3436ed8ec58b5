package dev.warmpath.it.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a run proved or did not.
 *
 * @param fleets models, one per fleet
 * @param outcomes how requests ended, for their clients
 * @param disruptions how often each kind was carried out
 * @param findings what was wrong with answers
 * @param examples some of those, in words
 * @param busyEngines engines on which something still ran
 * @param bookings loads and gauges that were not zero
 * @param index ranks whose index was not the truth
 * @param footprints what the process held before the first disruption and after all
 */
public record Verdict(
        ChaosSize size,
        List<String> fleets,
        int requests,
        Map<String, Integer> outcomes,
        Map<String, Integer> disruptions,
        Map<String, Integer> findings,
        List<String> examples,
        List<String> busyEngines,
        List<String> bookings,
        List<String> index,
        Footprints footprints) {

    /** Before and after. */
    public record Footprints(
            int startDescriptors,
            int endDescriptors,
            int startThreads,
            int endThreads,
            int startPooled,
            int endPooled,
            long startHeap,
            long endHeap) {

        static Footprints of(Footprint start, Footprint end) {
            return new Footprints(
                    start.descriptors(),
                    end.descriptors(),
                    start.threads(),
                    end.threads(),
                    start.pooled(),
                    end.pooled(),
                    start.heapBytes(),
                    end.heapBytes());
        }

        boolean back() {
            return new Footprint(endDescriptors, endThreads, endPooled, endHeap)
                    .isBackAt(new Footprint(startDescriptors, startThreads, startPooled, startHeap));
        }
    }

    /** Whether all of it is as it should be, and enough happened for that to mean something. */
    public boolean passed() {
        return findings.isEmpty()
                && busyEngines.isEmpty()
                && bookings.isEmpty()
                && index.isEmpty()
                && footprints.back()
                && outcomes.getOrDefault("answered", 0) > requests / 2
                && !disruptions.isEmpty();
    }

    /** A table, and the same as one line of JSON. */
    public void print(PrintWriter out) {
        table(out, "requests", outcomes);
        table(out, "disruptions", disruptions);
        table(out, "findings", findings);
        examples.forEach(example -> out.println("  " + example));
        busyEngines.forEach(line -> out.println("busy: " + line));
        bookings.forEach(line -> out.println("left: " + line));
        index.forEach(line -> out.println("index: " + line));
        out.println(json());
        out.flush();
    }

    private static void table(PrintWriter out, String title, Map<String, Integer> rows) {
        out.println(title + (rows.isEmpty() ? ": none" : ""));
        rows.forEach((name, count) -> out.printf(Locale.ROOT, "  %-24s %8d%n", name, count));
    }

    /** One line. */
    public String json() {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        root.put("bench", "chaos").put("verdict", passed() ? "pass" : "fail");
        root.put("seed", size.seed()).put("seconds", size.seconds()).put("streams", size.streams());
        root.set("fleets", mapper.valueToTree(fleets));
        root.put("requests", requests);
        root.set("outcomes", mapper.valueToTree(outcomes));
        root.set("disruptions", mapper.valueToTree(disruptions));
        root.set("findings", mapper.valueToTree(findings));
        root.put("engines_idle", busyEngines.isEmpty());
        root.put("bookings_zero", bookings.isEmpty());
        root.put("index_is_truth", index.isEmpty());
        ArrayNode wrong = root.putArray("differences");
        index.forEach(wrong::add);
        root.put("descriptors_start", footprints.startDescriptors).put("descriptors_end", footprints.endDescriptors);
        root.put("threads_start", footprints.startThreads).put("threads_end", footprints.endThreads);
        root.put("pooled_threads_start", footprints.startPooled).put("pooled_threads_end", footprints.endPooled);
        root.put("heap_start", footprints.startHeap).put("heap_end", footprints.endHeap);
        return root.toString();
    }
}
