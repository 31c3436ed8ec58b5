package dev.warmpath.router.prompt.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.prompt.cache.PromptCache;
import dev.warmpath.router.prompt.tokens.KnownText;
import dev.warmpath.router.template.run.Turn;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a message keeps of what was printed of it, and what it takes to find that out. */
class SeenMessageTest {

    /** Counts how often its elements are looked at. */
    private static final class Counted<T> extends AbstractList<T> {

        private final List<T> all;
        private int looks;

        private Counted(List<T> all) {
            this.all = all;
        }

        @Override
        public T get(int index) {
            looks++;
            return all.get(index);
        }

        @Override
        public int size() {
            return all.size();
        }
    }

    private final MessageCache cache = new MessageCache(new PromptCache(1 << 20));
    private final byte[] json = "{\"role\":\"user\"}".getBytes(StandardCharsets.UTF_8);
    private final KeptMessage home = new KeptMessage(cache, new MessageKey(json, 0, json.length), 0, true);

    private static Turn turn(List<String> parts) {
        int chars = parts.stream().mapToInt(String::length).sum();
        return new Turn(new Object(), 0, 0, parts, chars, 1, chars, 0);
    }

    private static List<String> texts(int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add((i + " ").repeat(256));
        }
        return texts;
    }

    private Counted<KnownText> known(List<String> texts) {
        return new Counted<>(
                texts.stream().map(text -> new KnownText(text, home)).toList());
    }

    /** A client may send tens of thousands, and each of what was printed could be any of them. */
    @Test
    void aTurnOfManyPartsIsNotGoneOver() {
        List<String> texts = texts(20_000);
        Counted<KnownText> known = known(texts);
        Counted<String> parts = new Counted<>(texts);
        SeenMessage message = new SeenMessage(Map.of(), known, home);

        message.remember(turn(parts));

        assertThat(message.turns()).isEmpty();
        // To add up the characters has looked at each once.
        assertThat(parts.looks + known.looks).isLessThanOrEqualTo(20_000 + 1_000);
    }

    @Test
    void aTurnOfManyCharactersThatAreNotTheMessagesOwnIsLeftEarly() {
        Counted<KnownText> known = known(texts(SeenMessage.MOST_PARTS));
        SeenMessage message = new SeenMessage(Map.of(), known, home);

        message.remember(turn(texts(SeenMessage.MOST_PARTS)));

        assertThat(message.turns()).isEmpty();
        assertThat(known.looks).isLessThanOrEqualTo(10 * SeenMessage.MOST_PARTS);
    }

    @Test
    void ownTextsInTheirOrderAreLookedAtOnceAndWeighNothing() {
        List<String> texts = texts(30);
        Counted<KnownText> known = known(texts);
        SeenMessage message = new SeenMessage(Map.of(), known, home);
        List<String> parts = new ArrayList<>();
        for (String text : texts) {
            parts.add("says: ");
            parts.add(text);
        }

        message.remember(turn(parts));
        long once = message.turnBytes();

        assertThat(message.turns()).hasSize(1);
        assertThat(once).isBetween(30L * 48, 4_000L);
        assertThat(known.looks).isEqualTo(30);
        for (int i = 0; i < 10; i++) {
            message.remember(turn(parts));
        }
        assertThat(message.turnBytes()).as("of the four latest").isEqualTo(4 * once);
        assertThat(known.looks).as("not when it is weighed").isEqualTo(11 * 30);
    }

    @Test
    void fewOfManyTextsRememberWhatBecameOfThem() {
        List<Object> parts = new ArrayList<>();
        texts(1_000).forEach(text -> parts.add(Map.of("type", "text", "text", text)));

        assertThat(new ReadMessage(1, home, Map.of("content", parts)).texts()).hasSize(SeenMessage.MOST_PARTS);
    }
}
