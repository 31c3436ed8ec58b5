package dev.warmpath.router.admin;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.router.snapshot.SnapshotStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The answer of {@code GET /admin/snapshot}. */
final class SnapshotJson {

    private SnapshotJson() {}

    static ObjectNode of(SnapshotStatus status) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("path", status.path() == null ? null : status.path().toString());
        SnapshotStatus.Found found = status.found();
        json.putObject("found")
                .put("refusal", found.refusal() == null ? null : found.refusal().key())
                .put("detail", found.detail())
                .put("written_at", text(found.writtenAt()))
                .put("load_seconds", found.loadSeconds());
        SnapshotStatus.Ranks ranks = status.ranks();
        ObjectNode lost = json.putObject("ranks")
                .put("loaded", ranks.loaded())
                .put("continued", ranks.continued())
                .put("waiting", ranks.waiting())
                .putObject("lost");
        ranks.lost().forEach((loss, count) -> lost.put(loss.key(), count));
        SnapshotStatus.Written written = status.written();
        ObjectNode failures = json.putObject("written")
                .put("times", written.times())
                .put("last", text(written.last()))
                .put("bytes", written.bytes())
                .put("ranks", written.ranks())
                .put("left_out", written.leftOut())
                .put("seconds", written.seconds())
                .put("pause_seconds", written.pauseSeconds())
                .put("fault", written.fault() == null ? null : written.fault().key())
                .put("detail", written.detail())
                .putObject("failures");
        written.failures().forEach((fault, count) -> failures.put(fault.key(), count));
        return json;
    }

    private static @Nullable String text(@Nullable Instant at) {
        return at == null ? null : at.toString();
    }
}
