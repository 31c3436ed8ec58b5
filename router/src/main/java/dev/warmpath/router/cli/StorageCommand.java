package dev.warmpath.router.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.router.storage.StorageAdvice;
import dev.warmpath.router.storage.StorageClassifier;
import dev.warmpath.router.storage.StorageDevice;
import dev.warmpath.router.storage.StorageInfo;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code warmpath doctor storage}: how should KV blocks be offloaded to this directory? */
@Command(
        name = "storage",
        description = {
            "Says what a directory for offloaded KV blocks lies on, and how an offload daemon should use it: direct or"
                    + " buffered I/O, and how many workers.",
            "Run it on the machine whose engine offloads. It looks (findmnt, lsblk, /proc/mounts, /sys) and changes"
                    + " nothing. What it cannot find out it says, and advises what is safe everywhere.",
            "Exit status 0: nothing to complain of; 1: there are warnings; 3: wrong usage."
        },
        mixinStandardHelpOptions = true,
        exitCodeOnInvalidInput = DoctorCommand.NOT_ASKED,
        exitCodeOnExecutionException = DoctorCommand.NOT_ASKED)
final class StorageCommand implements Callable<Integer> {

    private static final String ROW = "%-8s  %s%n";
    private static final ObjectMapper JSON = new ObjectMapper();

    @Parameters(paramLabel = "PATH", description = "The directory. It need not exist yet.")
    @SuppressWarnings("NullAway.Init")
    private Path path;

    @Option(
            names = "--shards",
            paramLabel = "N",
            defaultValue = "1",
            description = "Parts that its files are spread over, each with workers of its own"
                    + " (default: ${DEFAULT-VALUE}).")
    private int shards;

    @Option(names = "--cpus", paramLabel = "N", description = "Processors for the daemon (default: this machine's).")
    private @Nullable Integer cpus;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        int processors = cpus == null ? Runtime.getRuntime().availableProcessors() : cpus;
        if (shards < 1 || processors < 1) {
            throw new ParameterException(spec.commandLine(), "--shards and --cpus must be at least 1");
        }
        StorageInfo info = StorageClassifier.ofThisMachine().classify(path);
        StorageAdvice advice = StorageAdvice.of(info, shards, processors);
        List<String> warnings = new ArrayList<>(info.warnings());
        warnings.addAll(advice.warnings());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(info, advice, warnings));
        } else {
            print(info, advice, warnings, out);
        }
        out.flush();
        return warnings.isEmpty() ? 0 : 1;
    }

    static void print(StorageInfo info, StorageAdvice advice, List<String> warnings, PrintWriter out) {
        out.printf(ROW, "path", info.path());
        out.printf(ROW, "mount", (info.mountSource().isEmpty() ? "?" : info.mountSource()) + " " + info.fsType());
        if (info.nconnect() != null || info.rsizeBytes() != null || info.wsizeBytes() != null) {
            out.printf(
                    ROW,
                    "options",
                    "nconnect=" + orUnknown(info.nconnect()) + " rsize=" + orUnknown(info.rsizeBytes()) + " wsize="
                            + orUnknown(info.wsizeBytes()));
        }
        for (StorageDevice device : info.devices()) {
            out.printf(
                    ROW,
                    "device",
                    device.dev() + " " + (device.transport().isEmpty() ? "?" : device.transport()) + " "
                            + (device.rotational() ? "rotational" : "ssd"));
        }
        out.printf(ROW, "io", (advice.direct() ? "DIRECT" : "BUFFERED") + "  " + advice.ioReason());
        out.printf(ROW, "workers", advice.workersPerShard() + " per shard  " + advice.workersReason());
        for (String warning : warnings) {
            out.printf(ROW, "warning", warning);
        }
        out.println("This is advice: an explicit setting of the offload daemon is an override.");
    }

    private static String orUnknown(@Nullable Number value) {
        return value == null ? "?" : value.toString();
    }

    static ObjectNode json(StorageInfo info, StorageAdvice advice, List<String> warnings) {
        ObjectNode root = JSON.createObjectNode();
        root.put("path", info.path().toString());
        root.put("mount_source", info.mountSource());
        root.put("fs_type", info.fsType());
        root.put("nconnect", info.nconnect());
        root.put("rsize_bytes", info.rsizeBytes());
        root.put("wsize_bytes", info.wsizeBytes());
        ArrayNode devices = root.putArray("devices");
        for (StorageDevice device : info.devices()) {
            devices.addObject()
                    .put("dev", device.dev())
                    .put("transport", device.transport())
                    .put("rotational", device.rotational());
        }
        root.putObject("io").put("direct", advice.direct()).put("rationale", advice.ioReason());
        root.putObject("workers").put("per_shard", advice.workersPerShard()).put("rationale", advice.workersReason());
        warnings.forEach(root.putArray("warnings")::add);
        return root;
    }
}
