package dev.warmpath.events.decode;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.KvEvent;
import dev.warmpath.events.kv.Tier;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A decoded batch as one line of text, so that an expectation can stand beside its payload. */
final class Rendering {

    private static final Pattern RUN = Pattern.compile("(\\d+)\\.\\.(\\d+)");

    private Rendering() {}

    static String of(DecodedBatch batch) {
        return batch.timestampSeconds() + " " + orDash(batch.rank()) + " | "
                + batch.events().stream().map(Rendering::of).collect(Collectors.joining("; ")) + " | "
                + batch.rejected().stream().map(Enum::name).collect(Collectors.joining(","));
    }

    /** Writes out {@code 1..4} and {@code \0}, which the golden files use to stay readable. */
    static String expand(String expected) {
        Matcher runs = RUN.matcher(expected);
        return runs.replaceAll(
                        run -> IntStream.rangeClosed(Integer.parseInt(run.group(1)), Integer.parseInt(run.group(2)))
                                .mapToObj(Integer::toString)
                                .collect(Collectors.joining(",")))
                .replace("\\0", "\0");
    }

    private static String of(KvEvent event) {
        if (event instanceof BlockStored stored) {
            return "store " + join(stored.hashes()) + " parent " + (stored.hasParent() ? stored.parent() : "-")
                    + " tokens "
                    + Arrays.stream(stored.tokens())
                            .mapToObj(Integer::toUnsignedString)
                            .collect(Collectors.joining(","))
                    + " size " + stored.blockSize() + " " + of(stored.tier()) + " group " + orDash(stored.group())
                    + " lora " + orDash(stored.namespace().lora()) + " salt "
                    + orDash(stored.namespace().salt()) + " extra " + flags(stored.extraKeys());
        }
        if (event instanceof BlockRemoved removed) {
            return "remove " + join(removed.hashes()) + " " + of(removed.tier()) + " group " + orDash(removed.group());
        }
        if (event instanceof AllBlocksCleared) {
            return "clear";
        }
        throw new AssertionError("no such event: " + event);
    }

    private static String of(Tier tier) {
        return tier.name().toLowerCase(Locale.ROOT);
    }

    private static String join(long[] hashes) {
        return LongStream.of(hashes).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    private static String orDash(int number) {
        return number == -1 ? "-" : Integer.toString(number);
    }

    private static String orDash(@Nullable String text) {
        return text == null ? "-" : text;
    }

    private static String flags(long @Nullable [] digests) {
        return digests == null
                ? "-"
                : LongStream.of(digests)
                        .mapToObj(digest -> digest == 0 ? "." : "x")
                        .collect(Collectors.joining());
    }
}
