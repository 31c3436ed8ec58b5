package dev.warmpath.events.decode;

import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.msgpack.Kind;
import dev.warmpath.events.msgpack.MalformedMsgpackException;
import dev.warmpath.events.msgpack.MsgpackReader;
import dev.warmpath.events.msgpack.WordTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one message's payload: bytes to events, by shape and never by engine version.
 *
 * <p>vLLM and SGLang have changed this format more than ten times (positional arrays of 6 to 12 elements, then maps;
 * signed, unsigned and byte-string hashes; an outer array of 2 or 3), and a fleet in the middle of an upgrade speaks
 * several dialects at once. Each value is therefore taken for what it is where it stands: a map by its keys, in any order
 * and with unknown ones passed over; an array by its tag and positions, with a short tail read as absent and a long one
 * passed over.
 *
 * <p>What cannot be used costs as little as is safe. One bad event costs itself: its end is known from the structure of
 * the bytes, whatever they say. Only when the structure itself is broken (cut short, bytes behind the end, lengths that
 * the payload cannot hold) nothing of the payload is used, not even what was read before the break: a sender that
 * miscounts there may have miscounted before, and a batch that is lost whole is one the stream can name and replay.
 *
 * <p>One pass over the bytes, primitive arrays per event and no object per block. Memory follows what was read, never
 * what a header claims. Sources: the engines' {@code kv_events.py}; golden bytes are in this package's test resources.
 *
 * <p>Not thread-safe: each stream thread has its own. Scratch arrays are kept between payloads up to a few megabytes.
 */
public final class BatchDecoder {

    /** Engines send a batch per scheduler step; a million events is no batch, and the lists here are bounded. */
    private static final int MAX_EVENTS = 1 << 20;

    private static final int NO_RANK = -1;

    private static final WordTable<Part> PARTS =
            new WordTable<>(Map.of("ts", Part.TIMESTAMP, "events", Part.EVENTS, "data_parallel_rank", Part.RANK));

    private enum Part {
        TIMESTAMP,
        EVENTS,
        RANK
    }

    private final MsgpackReader in = new MsgpackReader();
    private final EventReader reader;

    private double timestampSeconds;
    private int rank;
    private @Nullable List<KvEvent> events;
    private List<DecodeReason> rejected = List.of();

    /**
     * @param maxHashesPerEvent an event that lists more hashes is rejected as {@link DecodeReason#TOO_MANY_HASHES}
     */
    public BatchDecoder(int maxHashesPerEvent) {
        reader = new EventReader(in, maxHashesPerEvent);
    }

    /** Never throws, whatever the bytes. The payload is read in place; nothing of it is kept. */
    public DecodedBatch decode(byte[] payload) {
        in.wrap(payload);
        timestampSeconds = Double.NaN;
        rank = NO_RANK;
        try {
            return readBatch();
        } catch (MalformedMsgpackException e) {
            return unreadable(DecodeReason.MSGPACK);
        } finally {
            in.unwrap();
            events = null;
            rejected = List.of();
            reader.trim();
        }
    }

    private DecodedBatch readBatch() throws MalformedMsgpackException {
        switch (in.kind()) {
            case ARRAY -> readArray();
            case MAP -> readMap();
            default -> in.skip();
        }
        if (!in.atEnd()) {
            return unreadable(DecodeReason.MSGPACK);
        }
        return events == null
                ? unreadable(DecodeReason.BATCH_SHAPE)
                : new DecodedBatch(timestampSeconds, rank, events, rejected);
    }

    private void readArray() throws MalformedMsgpackException {
        int parts = in.readArrayHeader();
        for (int i = 0; i < parts; i++) {
            switch (i) {
                case 0 -> readPart(Part.TIMESTAMP);
                case 1 -> readPart(Part.EVENTS);
                case 2 -> readPart(Part.RANK);
                default -> in.skip();
            }
        }
    }

    private void readMap() throws MalformedMsgpackException {
        int entries = in.readMapHeader();
        for (int i = 0; i < entries; i++) {
            Part part = null;
            if (in.kind() == Kind.STR) {
                int length = in.readSpan();
                part = PARTS.find(in.bytes(), in.spanStart(), length);
            } else {
                in.skip();
            }
            readPart(part);
        }
    }

    /** A part of the wrong type counts as absent: only the events are needed. */
    private void readPart(@Nullable Part part) throws MalformedMsgpackException {
        Kind kind = in.kind();
        if (part == Part.EVENTS && kind == Kind.ARRAY) {
            readEvents();
        } else if (part == Part.TIMESTAMP && kind == Kind.FLOAT) {
            timestampSeconds = in.readDouble();
        } else if (part == Part.TIMESTAMP && kind == Kind.INT) {
            timestampSeconds = in.readLong();
        } else if (part == Part.RANK && kind == Kind.INT) {
            long told = in.readLong();
            rank = told >= 0 && told <= Integer.MAX_VALUE ? (int) told : NO_RANK;
        } else {
            in.skip();
        }
    }

    private void readEvents() throws MalformedMsgpackException {
        int start = in.position();
        int claimed = in.readArrayHeader();
        if (claimed > MAX_EVENTS) {
            in.seek(start);
            in.skip();
            return;
        }
        List<KvEvent> read = new ArrayList<>();
        List<DecodeReason> reasons = List.of();
        for (int i = 0; i < claimed; i++) {
            KvEvent event = reader.read();
            DecodeReason rejection = reader.rejection();
            if (event != null) {
                read.add(event);
            } else if (rejection != null) {
                if (reasons.isEmpty()) {
                    reasons = new ArrayList<>();
                }
                reasons.add(rejection);
            }
        }
        events = read;
        rejected = reasons;
    }

    private DecodedBatch unreadable(DecodeReason reason) {
        return new DecodedBatch(timestampSeconds, rank, List.of(), List.of(reason));
    }
}
