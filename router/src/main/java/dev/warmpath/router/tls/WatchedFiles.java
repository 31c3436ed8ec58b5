package dev.warmpath.router.tls;

import dev.warmpath.config.tls.TlsFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One set of files, what they held when they were last good, and whether they are good now. {@link #look} is called on
 * threads that may block, one at a time by this object's lock; the rest is safe from any thread.
 *
 * <p>Whoever renews a certificate writes two files, one after the other, and in between they do not fit each other. So a set
 * that cannot be used is told (log, counter, {@link #trouble}) only when it is found the same a second time. What was good
 * stays in force all the while.
 */
final class WatchedFiles {

    private static final Logger log = LoggerFactory.getLogger(WatchedFiles.class);

    private final TlsPlace place;
    private final TlsFileSet files;
    private final boolean trustOfTheRuntime;
    private final Duration interval;
    private final List<Consumer<TlsMaterial>> followers = new CopyOnWriteArrayList<>();
    private byte[] inForce;
    private byte @Nullable [] refused;
    private boolean told;
    private volatile TlsMaterial material;
    private volatile String trouble = "";
    private final AtomicLong failures = new AtomicLong();

    /** @throws TlsFileException if they cannot be used */
    WatchedFiles(TlsPlace place, TlsFileSet files, boolean trustOfTheRuntime, Duration interval)
            throws TlsFileException {
        this.place = place;
        this.files = files;
        this.trustOfTheRuntime = trustOfTheRuntime;
        this.interval = interval;
        // In this order: a change in between is seen at the next look.
        this.inForce = files.digest();
        this.material = TlsMaterial.read(files, trustOfTheRuntime);
    }

    TlsPlace place() {
        return place;
    }

    Duration interval() {
        return interval;
    }

    TlsMaterial material() {
        return material;
    }

    /** Sets of files that were refused, each counted once. */
    long failures() {
        return failures.get();
    }

    /** Why the files as they are now are not in force; empty where they are. */
    String trouble() {
        return trouble;
    }

    /** Calls with each new material, on the thread that found it. */
    void follow(Consumer<TlsMaterial> follower) {
        followers.add(follower);
    }

    List<CertificateStatus> certificates() {
        List<CertificateStatus> all = new ArrayList<>();
        files.certificates()
                .forEach((use, file) -> all.add(new CertificateStatus(place, use, file, expiry(use), trouble)));
        return all;
    }

    Instant expiry(String use) {
        return material.expiries().getOrDefault(use, Instant.MAX);
    }

    /** Looks at the files, and puts what is new in force if it can be used. */
    synchronized void look() {
        byte[] seen = files.digest();
        if (Arrays.equals(seen, inForce)) {
            if (!trouble.isEmpty()) {
                log.atInfo().addKeyValue("port", place.key()).log("TLS files are again what is in force");
            }
            recovered();
        } else if (!Arrays.equals(seen, refused)) {
            load(seen, false);
        } else if (!told) {
            load(seen, true);
        }
    }

    private void load(byte[] seen, boolean again) {
        try {
            TlsMaterial fresh = TlsMaterial.read(files, trustOfTheRuntime);
            Path expired = expired(fresh);
            if (expired == null) {
                inForce = seen;
                material = fresh;
                recovered();
                followers.forEach(follower -> follower.accept(fresh));
                log.atInfo()
                        .addKeyValue("port", place.key())
                        .addKeyValue("expires", fresh.expiries())
                        .log("TLS files have changed and are in force");
            } else {
                refuse(seen, again, "expired", "names a certificate that has expired already: " + expired);
            }
        } catch (TlsFileException unusable) {
            refuse(seen, again, unusable.reason().key(), unusable.getMessage());
        }
    }

    /** A file that would put an expired certificate in the place of what is in force. */
    private @Nullable Path expired(TlsMaterial fresh) {
        Instant now = Instant.now();
        Instant end = fresh.expiries().get("cert");
        return end != null && !end.isAfter(now) ? files.cert() : null;
    }

    private void refuse(byte[] seen, boolean again, String reason, String detail) {
        refused = seen;
        told = again;
        if (again) {
            trouble = detail;
            failures.incrementAndGet();
            log.atWarn()
                    .addKeyValue("port", place.key())
                    .addKeyValue("reason", reason)
                    .addKeyValue("detail", detail)
                    .log("TLS files have changed and cannot be used; what was in force stays");
        }
    }

    private void recovered() {
        refused = null;
        told = false;
        trouble = "";
    }
}
