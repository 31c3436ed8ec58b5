package dev.warmpath.events.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.Tier;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePacker;

/** Random events, written by msgpack-core as maps in random order or as arrays, come back as they were. */
class RoundTripTest {

    private static final List<String> MEDIA = List.of("GPU", "CPU", "STORAGE");
    private static final List<Tier> TIERS = List.of(Tier.DEVICE, Tier.HOST, Tier.DISK);

    /** One key of a map, or one place of an array, about to be written. */
    private interface Value {
        void write(MessagePacker packer) throws IOException;
    }

    private record Entry(String key, Value value) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsWrittenIsRead(long seed) throws IOException {
        Random random = new Random(seed);
        BatchDecoder decoder = new BatchDecoder(1000);
        for (int i = 0; i < 5000; i++) {
            List<KvEvent> events = new ArrayList<>();
            MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
            int count = random.nextInt(5);
            packer.packArrayHeader(3).packDouble(i).packArrayHeader(count);
            for (int e = 0; e < count; e++) {
                events.add(random.nextInt(3) == 0 ? removed(packer, random) : stored(packer, random));
            }
            packer.packInt(7);

            DecodedBatch read = decoder.decode(packer.toByteArray());

            assertThat(Rendering.of(read))
                    .as("seed %d, batch %d", seed, i)
                    .isEqualTo(Rendering.of(new DecodedBatch(i, 7, events, List.of())));
        }
    }

    private static KvEvent stored(MessagePacker packer, Random random) throws IOException {
        long[] hashes = hashes(random);
        int blockSize = random.nextInt(1, 5);
        int[] tokens = random.ints((long) hashes.length * blockSize).toArray();
        boolean hasParent = random.nextBoolean();
        long parent = random.nextLong();
        int medium = random.nextInt(MEDIA.size());
        String lora = random.nextInt(3) == 0 ? "adapter-" + random.nextInt(9) : null;
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry("block_hashes", out -> writeHashes(out, hashes, random)));
        entries.add(new Entry("parent_block_hash", out -> {
            if (hasParent) {
                writeHash(out, parent, random);
            } else {
                out.packNil();
            }
        }));
        entries.add(new Entry("token_ids", out -> {
            out.packArrayHeader(tokens.length);
            for (int token : tokens) {
                out.packLong(Integer.toUnsignedLong(token));
            }
        }));
        entries.add(new Entry("block_size", out -> out.packInt(blockSize)));
        entries.add(new Entry("lora_id", MessagePacker::packNil));
        entries.add(new Entry("medium", out -> out.packString(MEDIA.get(medium))));
        entries.add(new Entry("lora_name", out -> {
            if (lora == null) {
                out.packNil();
            } else {
                out.packString(lora);
            }
        }));
        write(packer, "BlockStored", entries, random);
        return new BlockStored(
                hashes,
                hasParent,
                parent,
                tokens,
                blockSize,
                TIERS.get(medium),
                -1,
                new CacheNamespace(lora, null),
                null);
    }

    private static KvEvent removed(MessagePacker packer, Random random) throws IOException {
        long[] hashes = hashes(random);
        int medium = random.nextInt(MEDIA.size());
        int group = random.nextInt(3);
        write(
                packer,
                "BlockRemoved",
                List.of(
                        new Entry("block_hashes", out -> writeHashes(out, hashes, random)),
                        new Entry("medium", out -> out.packString(MEDIA.get(medium))),
                        new Entry("group_idx", out -> out.packInt(group))),
                random);
        return new BlockRemoved(hashes, TIERS.get(medium), group);
    }

    private static void write(MessagePacker packer, String type, List<Entry> entries, Random random)
            throws IOException {
        if (random.nextBoolean()) {
            packer.packArrayHeader(entries.size() + 1).packString(type);
            for (Entry entry : entries) {
                entry.value().write(packer);
            }
            return;
        }
        List<Entry> shuffled = new ArrayList<>(entries);
        shuffled.add(new Entry("type", out -> out.packString(type)));
        shuffled.add(new Entry(
                "of_tomorrow",
                out -> out.packArrayHeader(2).packString("BlockStored").packNil()));
        Collections.shuffle(shuffled, random);
        packer.packMapHeader(shuffled.size());
        for (Entry entry : shuffled) {
            packer.packString(entry.key());
            entry.value().write(packer);
        }
    }

    private static void writeHashes(MessagePacker packer, long[] hashes, Random random) throws IOException {
        packer.packArrayHeader(hashes.length);
        for (long hash : hashes) {
            writeHash(packer, hash, random);
        }
    }

    /** The same 64 bits as a signed integer, an unsigned one, or the tail of a digest. */
    private static void writeHash(MessagePacker packer, long hash, Random random) throws IOException {
        switch (random.nextInt(3)) {
            case 0 -> packer.packLong(hash);
            case 1 -> packer.packBigInteger(new BigInteger(Long.toUnsignedString(hash)));
            default -> {
                byte[] digest = new byte[32];
                random.nextBytes(digest);
                for (int i = 0; i < Long.BYTES; i++) {
                    digest[31 - i] = (byte) (hash >>> (8 * i));
                }
                packer.packBinaryHeader(digest.length).writePayload(digest);
            }
        }
    }

    private static long[] hashes(Random random) {
        return random.longs().distinct().limit(random.nextInt(1, 6)).toArray();
    }
}
