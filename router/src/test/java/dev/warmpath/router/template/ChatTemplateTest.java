package dev.warmpath.router.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What callers rely on beyond the language itself. */
class ChatTemplateTest {

    private static final String CHAT =
            "{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}<{{ m.role }}>{{ m.content }}"
                    + "{{ ns.n }}{% endfor %}";

    private static Map<String, Object> conversation(String content) {
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            messages.add(Map.of("role", "user", "content", content));
        }
        return Map.of("messages", messages);
    }

    @Test
    void oneTemplateServesManyThreads() throws Exception {
        ChatTemplate template = ChatTemplate.compile(CHAT, TemplateCase.LIMITS, TemplateCase.CLOCK);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                Map<String, Object> context = conversation("c" + i);
                String expected = template.render(context);
                tasks.add(() -> template.render(context).equals(expected));
            }
            for (Future<Boolean> same : threads.invokeAll(tasks)) {
                assertThat(same.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aRenderingLeavesItsContextAlone() throws TemplateException {
        Map<String, Object> context = new LinkedHashMap<>(Map.of("l", new ArrayList<>(List.of(1L)), "x", "before"));

        String text = ChatTemplate.compile(
                        "{% set x = 'after' %}{% set l = l + [2] %}{{ x }}{{ l }}",
                        TemplateCase.LIMITS, TemplateCase.CLOCK)
                .render(context);

        assertThat(text).isEqualTo("after[1, 2]");
        assertThat(context).isEqualTo(Map.of("l", List.of(1L), "x", "before"));
    }

    @Test
    void theDateIsTheClocksInItsZone() throws TemplateException {
        Clock lateInTokyo = Clock.fixed(Instant.parse("2026-12-31T16:00:00Z"), ZoneId.of("Asia/Tokyo"));

        assertThat(ChatTemplate.compile("{{ strftime_now('%d %B %Y') }}", TemplateCase.LIMITS, lateInTokyo)
                        .render(Map.of()))
                .isEqualTo("01 January 2027");
    }

    @Test
    void jsonKeepsIntegersFloatsAndOrder() throws Exception {
        String json =
                "{\"z\":1,\"a\":1.0,\"big\":123456789012345678901234567890,\"e\":1e2,\"n\":null,\"t\":[true,\"x\"]}";
        Object value = TemplateValues.of(JsonMapper.builder().build().readTree(json));

        assertThat(ChatTemplate.compile("{{ v }}", TemplateCase.LIMITS, TemplateCase.CLOCK)
                        .render(Map.of("v", value)))
                .isEqualTo("{'z': 1, 'a': 1.0, 'big': 123456789012345678901234567890, 'e': 100.0, 'n': None,"
                        + " 't': [True, 'x']}");
    }

    @Test
    void aLoneSurrogateIsOneCharacter() throws TemplateException {
        String text = ChatTemplate.compile(
                        "{{ s|length }}{{ s[1] }}{{ s[::-1][0] }}", TemplateCase.LIMITS, TemplateCase.CLOCK)
                .render(Map.of("s", "a\ud83db"));

        assertThat(text).isEqualTo("3\ud83db");
    }

    @Test
    void aPrintedSumIsTheValueThatItWouldBe() throws TemplateException {
        String source =
                "{{ '<' + s + ('>' | escape) }} {{ s + 'b' + 'c' }} {{ 1 + 2 + 3 }} {{ [1] + [2] }} {{ s ~ 1 ~ none }}";

        assertThat(ChatTemplate.compile(source, TemplateCase.LIMITS, TemplateCase.CLOCK)
                        .render(Map.of("s", "a")))
                .isEqualTo("&lt;a&gt; abc 6 [1, 2] a1None");
    }

    @Test
    void aLongTextThatIsPrintedAsItIsBecomesAPartByItself() throws TemplateException {
        String text = "x".repeat(ChatTemplate.LONG_CHARS);
        String source = "{% macro m(t) %}{{ t }}{% endmacro %}{{ 'a' + t + 'b' }}{{ m(t) }}{{ t | trim }}c";

        assertThat(ChatTemplate.compile(source, TemplateCase.LIMITS, TemplateCase.CLOCK)
                        .renderParts(Map.of("t", text)))
                .containsExactly("a", text, "b", text, text, "c")
                .satisfies(
                        parts -> assertThat(parts.get(1)).isSameAs(text),
                        parts -> assertThat(parts.get(3)).isSameAs(text));
    }
}
