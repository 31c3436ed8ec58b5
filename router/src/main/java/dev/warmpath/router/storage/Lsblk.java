package dev.warmpath.router.storage;

import java.util.ArrayList;
import java.util.List;

/**
 * Block devices as {@code lsblk} tells them: a tree of names, each with how it is attached and whether it seeks.
 *
 * <p>The tree is drawn with lines, two columns a level, or with {@code |-} and {@code `-} where the locale has no lines.
 * A blank transport leaves no trace in a row, so that the column after it takes its place. Only leaves count: they are
 * what the file system lies on. A leaf that does not say how it is attached (a partition, a volume) has it from what it
 * hangs on in the tree, or else from what it is made of, which {@code --inverse} lists.
 */
final class Lsblk {

    private static final String LINES = " │├└─|`-";
    private static final String BRANCHES = "├└`";
    private static final int COLUMNS_PER_LEVEL = 2;

    /** An array has a few dozen members at most; each look-up may take as long as a program is waited for. */
    private static final int MOST_LOOKUPS = 8;

    private final Programs programs;

    Lsblk(Programs programs) {
        this.programs = programs;
    }

    private record Row(int depth, StorageDevice device) {}

    /** The devices below {@code source}; none when {@code lsblk} is not there or does not know it. */
    List<StorageDevice> devices(String source) {
        List<StorageDevice> devices = leaves(rows(List.of("lsblk", "-no", "NAME,TRAN,ROTA", source)));
        int lookups = 0;
        for (int i = 0; i < devices.size(); i++) {
            StorageDevice device = devices.get(i);
            if (device.transport().isEmpty() && lookups++ < MOST_LOOKUPS) {
                devices.set(i, device.withTransport(underlying(device)));
            }
        }
        return devices;
    }

    /** Where a device is made of several that are attached in different ways, the one that decides counts. */
    private String underlying(StorageDevice device) {
        List<StorageDevice> attached = new ArrayList<>();
        for (Row row : rows(List.of("lsblk", "--inverse", "-no", "NAME,TRAN,ROTA", "/dev/" + device.dev()))) {
            if (!row.device().transport().isEmpty()) {
                attached.add(row.device());
            }
        }
        return attached.isEmpty() ? "" : DeviceKind.worst(attached).transport();
    }

    private List<Row> rows(List<String> command) {
        Programs.Output output = programs.run(command);
        return output == null || output.failed() ? List.of() : parse(output.text());
    }

    private static List<Row> parse(String text) {
        List<Row> rows = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            int start = 0;
            while (start < line.length() && LINES.indexOf(line.charAt(start)) >= 0) {
                start++;
            }
            String[] columns = line.substring(start).strip().split("\\s+", -1);
            if (columns[0].isEmpty()) {
                continue;
            }
            String last = columns[columns.length - 1];
            boolean attached = columns.length > 1 && !columns[1].equals("0") && !columns[1].equals("1");
            rows.add(new Row(
                    depth(line.substring(0, start)),
                    new StorageDevice(columns[0], attached ? columns[1] : "", columns.length > 1 && last.equals("1"))));
        }
        return rows;
    }

    private static int depth(String prefix) {
        boolean branch = prefix.contains("|-");
        for (int i = 0; i < prefix.length() && !branch; i++) {
            branch = BRANCHES.indexOf(prefix.charAt(i)) >= 0;
        }
        return branch ? prefix.length() / COLUMNS_PER_LEVEL : 0;
    }

    private static List<StorageDevice> leaves(List<Row> rows) {
        List<StorageDevice> leaves = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            boolean leaf = i + 1 == rows.size()
                    || rows.get(i + 1).depth() <= rows.get(i).depth();
            if (leaf) {
                leaves.add(withAncestors(rows, i));
            }
        }
        return leaves;
    }

    /** What a leaf does not say itself, from those that it hangs on, the nearest first. */
    private static StorageDevice withAncestors(List<Row> rows, int leaf) {
        StorageDevice device = rows.get(leaf).device();
        String transport = device.transport();
        boolean rotational = device.rotational();
        int depth = rows.get(leaf).depth();
        for (int i = leaf - 1; i >= 0 && depth > 0; i--) {
            Row row = rows.get(i);
            if (row.depth() < depth) {
                depth = row.depth();
                transport = transport.isEmpty() ? row.device().transport() : transport;
                rotational |= row.device().rotational();
            }
        }
        return new StorageDevice(device.dev(), transport, rotational);
    }
}
