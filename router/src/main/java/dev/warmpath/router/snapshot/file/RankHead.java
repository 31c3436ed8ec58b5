package dev.warmpath.router.snapshot.file;

import dev.warmpath.events.kv.Target;
import dev.warmpath.events.stream.StreamPosition;
import dev.warmpath.events.stream.StreamReason;
import java.util.List;

/**
 * Whose blocks they are and where its stream stood: all that has to be the same, or to be known, for them to be used.
 *
 * @param endpoint where its events come from, as configured
 * @param topic subscribed to
 * @param models that its worker serves
 * @param configuredBlockSize tokens per block as configured, 0 where it is learned
 * @param blockSize tokens per block, 0 while unknown
 * @param position between two batches of its stream
 */
public record RankHead(
        Target target,
        String endpoint,
        String topic,
        List<String> models,
        int configuredBlockSize,
        int blockSize,
        StreamPosition position) {

    public RankHead {
        models = List.copyOf(models);
    }

    void write(DirectoryWriter out) {
        out.text(target.worker());
        out.number(target.rank());
        out.text(endpoint);
        out.text(topic);
        out.number(models.size());
        models.forEach(out::text);
        out.number(configuredBlockSize);
        out.number(blockSize);
        out.number(position.last());
        out.number(position.fingerprint());
        out.number(position.joinedLate() ? 1 : 0);
        StreamReason doubt = position.doubt();
        out.text(doubt == null ? "" : doubt.name());
    }

    static RankHead read(DirectoryReader in) throws RefusedSnapshotException {
        Target target = new Target(in.text(), in.integer());
        String endpoint = in.text();
        String topic = in.text();
        List<String> models = in.texts();
        int configured = in.integer();
        int blockSize = in.integer();
        long last = in.number();
        long fingerprint = in.number();
        boolean joinedLate = in.number() != 0;
        String doubt = in.text();
        return new RankHead(
                target,
                endpoint,
                topic,
                models,
                configured,
                blockSize,
                new StreamPosition(last, fingerprint, joinedLate, doubt.isEmpty() ? null : reason(doubt)));
    }

    /** A doubt is a doubt, whatever an other release calls it. */
    private static StreamReason reason(String name) {
        for (StreamReason reason : StreamReason.values()) {
            if (reason.name().equals(name)) {
                return reason;
            }
        }
        return StreamReason.REPLAY_INCOMPLETE;
    }
}
