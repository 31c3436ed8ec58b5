package dev.warmpath.router.keys;

import dev.warmpath.config.document.FileAccess;
import dev.warmpath.config.keys.KeysFile;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.router.access.ClientKeys;
import dev.warmpath.router.access.KeyRing;
import dev.warmpath.router.observe.KeyMetrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the file of client keys, and puts in force what has changed. What the file says is compared, not when it was
 * written: volumes swap files by links, and clocks lie. While the file is missing, empty or wrong, the keys that were in
 * force stay in force, which is told once for each change. A key is thus taken away by a good file only, and the door is
 * never opened by a bad one.
 *
 * <p>Blocks on the disk; called by one thread at a time.
 */
final class KeysReload {

    private static final Logger log = LoggerFactory.getLogger(KeysReload.class);

    /** As many as a reader needs to see what kind of mistake it is. */
    private static final int MOST_TOLD = 5;

    private final Path file;
    private final List<ClientKey> inline;
    private final KeyRing ring;
    private final KeyMetrics metrics;
    private KeysFile.Result seen;
    private KeysFile.Result inForce;
    private boolean open;

    /** @throws IllegalStateException if the file is not good: there is nothing to go on with */
    KeysReload(Path file, ClientKeySettings settings, KeyRing ring, KeyMetrics metrics) {
        this.file = file;
        this.inline = settings.keys();
        this.ring = ring;
        this.metrics = metrics;
        KeysFile.Result first = KeysFile.read(file, inline);
        if (!(first instanceof KeysFile.Result.Loaded loaded)) {
            throw new IllegalStateException(
                    "server.keys_file " + file + ": " + problems((KeysFile.Result.Refused) first));
        }
        this.seen = first;
        this.inForce = first;
        ring.change(all(loaded));
        metrics.changed(ring.inForce());
        noteAccess();
    }

    /** Looks at the file once. */
    void look() {
        noteAccess();
        KeysFile.Result now = KeysFile.read(file, inline);
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        if (now instanceof KeysFile.Result.Refused refused) {
            metrics.reloadFailed();
            log.atError()
                    .addKeyValue("file", file)
                    .addKeyValue("problems", problems(refused))
                    .log("client keys not reloaded: those that were in force stay");
        } else if (now.equals(inForce)) {
            metrics.recovered();
            log.atInfo().addKeyValue("file", file).log("file of client keys is good again, and as it was");
        } else {
            putInForce((KeysFile.Result.Loaded) now);
        }
    }

    private void putInForce(KeysFile.Result.Loaded loaded) {
        List<String> before = names(ring.inForce());
        ring.change(all(loaded));
        inForce = loaded;
        metrics.reloaded(ring.inForce());
        List<String> after = names(ring.inForce());
        List<String> added = new ArrayList<>(after);
        added.removeAll(before);
        List<String> removed = new ArrayList<>(before);
        removed.removeAll(after);
        log.atInfo()
                .addKeyValue("file", file)
                .addKeyValue("keys", after.size())
                .addKeyValue("added", added)
                .addKeyValue("removed", removed)
                .log("client keys reloaded");
    }

    private ClientKeys all(KeysFile.Result.Loaded loaded) {
        List<ClientKey> keys = new ArrayList<>(inline);
        keys.addAll(loaded.keys());
        return ClientKeys.of(keys);
    }

    private void noteAccess() {
        boolean now = FileAccess.openToOthers(file);
        if (now && !open) {
            log.atWarn()
                    .addKeyValue("file", file)
                    .log("every user of this machine may read the file of client keys; take that from others (chmod"
                            + " o-r)");
        }
        open = now;
    }

    private static List<String> names(ClientKeys keys) {
        return keys.keys().stream().map(ClientKey::name).toList();
    }

    private static String problems(KeysFile.Result.Refused refused) {
        List<ConfigProblem> all = refused.problems();
        String told = all.stream().limit(MOST_TOLD).map(Objects::toString).collect(Collectors.joining("; "));
        return all.size() > MOST_TOLD ? told + "; and " + (all.size() - MOST_TOLD) + " more" : told;
    }
}
