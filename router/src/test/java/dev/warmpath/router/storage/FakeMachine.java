package dev.warmpath.router.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A machine with the mounts and devices that a test gives it. Its {@code findmnt} and {@code lsblk} keep to what the real
 * ones do (util-linux 2.38): {@code findmnt} fails with 1 on a path that is not there, and {@code lsblk} with 32 on what is
 * no block device, such as a source with a part in brackets. A command that the real ones would not take is an error.
 */
final class FakeMachine implements Programs {

    private static final Output NO_SUCH_PATH = new Output(1, "");
    private static final Output NO_BLOCK_DEVICE = new Output(32, "");

    private final Path mounts;
    private final FakeSysfs sysfs;
    private final Map<String, String> findmnt = new HashMap<>();
    private final Map<String, String> lsblk = new HashMap<>();
    private final Map<String, String> inverse = new HashMap<>();
    private boolean hasFindmnt = true;
    private boolean hasLsblk = true;
    private @Nullable String device;

    FakeMachine(Path home) {
        mounts = home.resolve("mounts");
        sysfs = new FakeSysfs(home.resolve("sys"));
    }

    /** A path, and what {@code findmnt} says of it. */
    FakeMachine mount(String path, String sourceAndType) {
        findmnt.put(path, sourceAndType + "\n");
        return this;
    }

    FakeMachine withoutFindmnt() {
        hasFindmnt = false;
        return this;
    }

    /** A block device, and the tree that {@code lsblk} draws of it. */
    FakeMachine block(String path, String tree) {
        lsblk.put(path, tree);
        return this;
    }

    /** What a block device is made of, as {@code lsblk --inverse} draws it. */
    FakeMachine madeOf(String path, String tree) {
        inverse.put(path, tree);
        return this;
    }

    FakeMachine withoutLsblk() {
        hasLsblk = false;
        return this;
    }

    FakeMachine procMounts(String text) {
        try {
            Files.writeString(mounts, text);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return this;
    }

    FakeSysfs sysfs() {
        return sysfs;
    }

    /** Number of the device that every path lies on, as a file's status says it. */
    FakeMachine number(String majorMinor) {
        device = majorMinor;
        return this;
    }

    StorageInfo classify(String path) {
        return new StorageClassifier(this, mounts, sysfs.root(), file -> device).classify(Path.of(path));
    }

    @Override
    public @Nullable Output run(List<String> command) {
        if (command.get(0).equals("findmnt")) {
            expect(command.subList(1, 2).equals(List.of("--target"))
                    && command.subList(3, 6).equals(List.of("--noheadings", "--output", "SOURCE,FSTYPE")));
            String answer = findmnt.get(command.get(2));
            return !hasFindmnt ? null : answer == null ? NO_SUCH_PATH : new Output(0, answer);
        }
        expect(command.get(0).equals("lsblk"));
        boolean inverted = command.get(1).equals("--inverse");
        List<String> rest = command.subList(inverted ? 2 : 1, command.size());
        expect(rest.subList(0, 2).equals(List.of("-no", "NAME,TRAN,ROTA")) && rest.size() == 3);
        String source = rest.get(2);
        String answer =
                source.startsWith("/dev/") && !source.contains("[") ? (inverted ? inverse : lsblk).get(source) : null;
        return !hasLsblk ? null : answer == null ? NO_BLOCK_DEVICE : new Output(0, answer);
    }

    private static void expect(boolean known) {
        if (!known) {
            throw new IllegalArgumentException("no such use of the command");
        }
    }
}
