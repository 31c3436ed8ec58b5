package dev.warmpath.router.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.template.run.Recurring;
import dev.warmpath.router.template.run.Turn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What messages remember of earlier renderings changes what a rendering costs, never what it prints. */
class ReplayTest {

    /** Keeps whatever it is told. */
    private static final class Message extends LinkedHashMap<String, Object> implements Recurring {

        private Turn[] turns = {};
        private int asked;

        private Message(Map<?, ?> members) {
            members.forEach((name, value) -> put((String) name, value));
        }

        @Override
        public Turn[] turns() {
            asked++;
            return turns;
        }

        @Override
        public void remember(Turn turn) {
            turns = Arrays.copyOf(turns, turns.length + 1);
            turns[turns.length - 1] = turn;
        }
    }

    private static Optional<String> render(ChatTemplate template, Map<String, Object> context) {
        try {
            return Optional.of(template.render(context));
        } catch (TemplateException e) {
            return Optional.empty();
        }
    }

    static Stream<TemplateCase> cases() throws IOException {
        List<TemplateCase> all = new ArrayList<>();
        for (String resource : List.of("cases.json", "conversations.json", "features.json")) {
            all.addAll(TemplateCase.load(resource));
        }
        return all.stream();
    }

    /** Of real templates among others. */
    @Test
    void whatIsRememberedOfShorterConversationsIsWhatJinjaPrints() throws IOException {
        int remembered = 0;
        for (TemplateCase given : cases().toList()) {
            Map<String, Object> context = new LinkedHashMap<>(given.context());
            List<Message> messages = remembering(context);
            ChatTemplate template;
            try {
                template = ChatTemplate.compile(given.template(), TemplateCase.LIMITS, TemplateCase.CLOCK);
            } catch (TemplateException e) {
                continue;
            }
            for (int size = 1; size <= 8; size++) {
                var unused = render(template, shortened(context, size));
            }

            assertThat(render(template, context)).as(given.name()).isEqualTo(given.expected());
            assertThat(render(template, context)).as("%s again", given.name()).isEqualTo(given.expected());
            remembered +=
                    messages.stream().mapToInt(message -> message.turns.length).sum();
        }
        assertThat(remembered).as("turns of loops").isGreaterThan(100);
    }

    /** Puts messages that remember in the place of all dicts in lists. */
    private static List<Message> remembering(Map<String, Object> context) {
        List<Message> messages = new ArrayList<>();
        context.replaceAll((name, value) -> {
            if (!(value instanceof List<?> list)) {
                return value;
            }
            List<Object> replaced = new ArrayList<>();
            for (Object element : list) {
                if (element instanceof Map<?, ?> members) {
                    messages.add(new Message(members));
                    replaced.add(messages.get(messages.size() - 1));
                } else {
                    replaced.add(element);
                }
            }
            return replaced;
        });
        return messages;
    }

    private static Map<String, Object> shortened(Map<String, Object> context, int size) {
        Map<String, Object> shortened = new LinkedHashMap<>(context);
        shortened.replaceAll((name, value) ->
                value instanceof List<?> list ? new ArrayList<>(list.subList(0, Math.min(size, list.size()))) : value);
        return shortened;
    }

    /** What bodies of loops do that might be seen elsewhere, or be otherwise another time. */
    private static final String[] STATEMENTS = {
        "{{ m.role }}:",
        "{{ m.content }}",
        "{{- '<' ~ m.content ~ '>' -}}",
        "{{ loop.index }}",
        "{{ loop.last }}",
        "{% if loop.first %}first {% endif %}",
        "{% if not loop.last %}, {% endif %}",
        "{{ loop.length }}",
        "{{ loop.revindex0 }}",
        "{% if loop.previtem is defined %}{{ loop.previtem.role }}{% endif %}",
        "{% if loop.nextitem is defined %}{{ loop.nextitem.role }}{% endif %}",
        "{% if loop.changed(m.role) %}other {% endif %}",
        "{{ loop.cycle('a', 'b', 'c') }}",
        "{% set kept = m.role %}",
        "{{ kept }}",
        "{% set ns.count = ns.count + 1 %}",
        "{{ ns.count }}",
        "{{ flag }}",
        "{% if flag %}flag {% endif %}",
        "{{ many | length }}",
        "{{ show(m) }}",
        "{{ tell(m) }}",
        "{{ note(m) }}",
        "{{ mood(m) }}",
        "{{ turn.next() }}",
        "{{ comma() }}",
        "{{ dict(a=flag) }}",
        "{% for c in m.content %}{{ loop.index }}{{ c }}{% if flag %}{% break %}{% endif %}{% endfor %}",
        "{% for n in many %}{{ n }}{{ loop.last }}{% endfor %}",
        "{% for o in messages %}{{ o.role[0] }}{% if loop.last %}{{ m.role }}{% endif %}{% endfor %}",
        "{% for o in messages %}{{ o.role }}{{ o.content }}{% endfor %}",
        "{% if m.role == 'tool' %}{% continue %}{% endif %}",
        "{% if m.content == 'stop' %}{% break %}{% endif %}",
        "{% set text %}{{ m.content | upper }}{{ flag }}{% endset %}{{ text }}",
        "{% with r = m.role, f = flag %}{{ r ~ f }}{% endwith %}",
        "{% call wrap(m) %}{{ m.role }}{{ ns.count }}{% endcall %}",
        "{% filter upper %}{{ m.role }}{{ last_role }}{% endfilter %}",
        "{% if messages[-1].role == m.role %}as the last {% endif %}",
        "{% macro inner(x) %}{{ x.role }}{{ flag }}{% endmacro %}{{ inner(m) }}",
        "{% if ns.count > 2 %}more {% endif %}",
        "{{ first_of(gen) }}",
        "{% set outer = loop %}{% for c in 'ab' %}{{ outer.index }}{{ outer.last }}{% endfor %}"
    };

    private static final String BEFORE = "{% set ns = namespace(count=0, other=messages | length) %}"
            + "{% set last_role = messages[-1].role %}{% set kept = 'nothing' %}{% set turn = cycler('x', 'y', 'z') %}"
            + "{% set comma = joiner(', ') %}{% set gen = messages | map(attribute='role') %}"
            + "{% macro first_of(values) %}{% for v in values %}{{ v }}{% break %}{% endfor %}{% endmacro %}"
            + "{% macro show(x) %}[{{ x.role }}{{ last_role }}]{% endmacro %}"
            + "{% macro tell(x, y=flag) %}({{ x.content }}{{ y }}{{ show(x) if flag }}){% endmacro %}"
            + "{% macro mood(x, y=temper) %}{{ x.role }}{{ y }}{% endmacro %}"
            + "{% macro note(x) %}{% set ns.count = ns.count + 10 %}{{ x.role }}{% endmacro %}"
            + "{% macro wrap(x) %}<{{ caller() }}{{ x.content }}{{ caller() }}>{% endmacro %}";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomLoopsPrintWhatTheyPrintWithoutAMemory(int seed) throws TemplateException {
        Random random = new Random(seed);
        int replayed = 0;
        for (int i = 0; i < 300; i++) {
            String source =
                    BEFORE + loop(random, "messages") + "|" + loop(random, "messages[1:]") + "{{ ns.count }}{{ kept }}";
            ChatTemplate template = ChatTemplate.compile(source, TemplateCase.LIMITS, TemplateCase.CLOCK);
            List<Object> messages = new ArrayList<>();
            for (int turn = 0; turn < 8; turn++) {
                change(messages, random);
                Map<String, Object> context = new HashMap<>();
                context.put("messages", messages);
                context.put("many", turn % 3 == 0 ? List.of(1L, 2L) : List.of(1L));
                context.put("temper", turn % 2L);
                if (random.nextInt(4) > 0) {
                    context.put("flag", random.nextInt(3) > 0);
                }
                Map<String, Object> forgetful = new HashMap<>(context);
                forgetful.put(
                        "messages", messages.stream().map(ReplayTest::plain).toList());

                Optional<String> expected = render(template, forgetful);
                assertThat(render(template, context))
                        .as("seed %d, template %d, turn %d: %s", seed, i, turn, source)
                        .isEqualTo(expected);
            }
            for (Object message : messages) {
                replayed +=
                        message instanceof Message one ? one.turns.length > 0 ? one.asked - one.turns.length : 0 : 0;
            }
        }
        assertThat(replayed).as("turns that were taken from memory").isGreaterThan(1000);
    }

    private static Object plain(Object message) {
        return new LinkedHashMap<>((Map<?, ?>) message);
    }

    private static String loop(Random random, String over) {
        StringBuilder loop = new StringBuilder("{% for m in " + over + " %}");
        for (int i = random.nextInt(4); i >= 0; i--) {
            loop.append(STATEMENTS[random.nextInt(STATEMENTS.length)]);
        }
        return loop.append("{% else %}none{% endfor %}").toString();
    }

    private static void change(List<Object> messages, Random random) {
        switch (messages.isEmpty() ? 9 : random.nextInt(10)) {
            case 0 -> messages.remove(random.nextInt(messages.size()));
            case 1 -> messages.add(messages.get(random.nextInt(messages.size())));
            case 2 -> messages.add(random.nextInt(messages.size()), message(random));
            default -> messages.add(message(random));
        }
        if (messages.isEmpty()) {
            messages.add(message(random));
        }
    }

    private static Object message(Random random) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("role", new String[] {"user", "assistant", "tool"}[random.nextInt(3)]);
        members.put("content", new String[] {"yes", "stop", "word ".repeat(80), ""}[random.nextInt(4)]);
        return random.nextInt(5) == 0 ? members : new Message(members);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "{% for m in messages %}{{ m.role }}{% endfor %} # 3",
                "{% for m in messages %}{{ m.role }}{{ loop.index }}{{ flag }}{% endfor %} # 3",
                // The one that was last is another.
                "{% for m in messages %}{{ m.role }}{{ loop.last }}{% endfor %} # 2",
                "{% for m in messages %}{{ m.role }}{{ loop.length }}{% endfor %} # 0",
                "{% for m in messages %}{{ m.role }}{{ messages[0].role }}{% endfor %} # 0",
                "{% set ns = namespace(a=1) %}{% for m in messages %}{{ m.role }}{{ ns.a }}{% endfor %} # 0",
                "{% set ns = namespace(a=1) %}{% for m in messages %}{% set ns.a = 2 %}{% endfor %} # 0",
                "{% for m in messages %}{{ strftime_now('%Y') }}{% endfor %} # 0",
                "{% for m in messages[1:] %}{{ m.role }}{% endfor %} # 2",
                "{% for m in messages if m.role %}{{ m.role }}{% endfor %} # 0"
            })
    void aTurnIsMadeAgainWhereItMayPrintSomethingElse(String source, int taken) throws TemplateException {
        ChatTemplate template = ChatTemplate.compile(source, TemplateCase.LIMITS, TemplateCase.CLOCK);
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            messages.add(new Message(Map.of("role", "user")));
        }
        var unused = template.render(Map.of("messages", messages, "flag", true));
        messages.add(new Message(Map.of("role", "user")));
        int before = turns(messages);

        var unusedAgain = template.render(Map.of("messages", messages, "flag", true));

        int over = source.contains("[1:]") ? 3 : 4;
        int made = turns(messages) - before;
        assertThat(before == 0 ? 0 : over - made).isEqualTo(taken);
    }

    private static int turns(List<Object> messages) {
        return messages.stream()
                .mapToInt(message -> ((Message) message).turns.length)
                .sum();
    }

    /** Limits are those of a rendering that remembers nothing: so many turns, so much text. */
    @Test
    void whatIsTakenFromMemoryIsCharged() throws TemplateException {
        String source = "{% for m in messages %}{% for c in m.content %}{{ c | upper }}{% endfor %}{% endfor %}";
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            messages.add(new Message(Map.of("role", "user", "content", "0123456789")));
        }
        List<Object> plain = messages.stream().map(ReplayTest::plain).toList();
        ChatTemplate roomy = ChatTemplate.compile(source, TemplateCase.LIMITS);
        var unused = roomy.render(Map.of("messages", messages));
        for (int loops = 215; loops <= 225; loops++) {
            ChatTemplate tight = roomy.within(new TemplateLimits(loops, 1 << 20, 50, 5_000, 60));
            assertThat(render(tight, Map.of("messages", messages)))
                    .as("%d loop turns", loops)
                    .isEqualTo(render(tight, Map.of("messages", plain)));
        }
        for (int chars = 195; chars <= 205; chars++) {
            ChatTemplate tight = roomy.within(new TemplateLimits(10_000, chars, 50, 5_000, 60));
            assertThat(render(tight, Map.of("messages", messages)))
                    .as("%d characters", chars)
                    .isEqualTo(render(tight, Map.of("messages", plain)));
        }
    }

    @Test
    void whatIsTakenFromMemoryIsNotNestedDeeperThanItMayBe() throws TemplateException {
        String source = "{% macro one(m) %}{{ m.role }}{% endmacro %}"
                + "{% macro all() %}{% for m in messages %}{{ one(m) }}{% endfor %}{% endmacro %}"
                + "{% macro around() %}{{ all() }}{% endmacro %}{{ around() if deep else all() }}";
        ChatTemplate template = ChatTemplate.compile(source, new TemplateLimits(1_000, 1_000, 2, 5_000, 60));
        List<Object> messages = List.of(new Message(Map.of("role", "user")));

        assertThat(render(template, Map.of("messages", messages, "deep", false)))
                .hasValue("user");
        assertThat(render(template, Map.of("messages", messages, "deep", true))).isEmpty();

        ChatTemplate roomy = template.within(TemplateCase.LIMITS);
        assertThat(render(roomy, Map.of("messages", messages, "deep", true))).hasValue("user");
        assertThat(((Message) messages.get(0)).turns)
                .as("not once more where it is deeper")
                .hasSize(1);
    }

    /** Names that loops and calls give to their bodies, where they are read and not given. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% macro f(a=caller) %}{{ a }}{% endmacro %}{% for m in messages %}{{ f() }}{% endfor %}",
                "{% macro f(a=caller, caller='b') %}{{ a }}{% endmacro %}{% for m in messages %}{{ f() }}{% endfor %}",
                "{% for g in [1, 2] %}{{ loop.index }}{% for m in messages %}{% macro f(loop) %}{% endmacro %}{{"
                        + " loop.index }}{% endfor %}{% endfor %}"
            })
    void namesThatABodyIsNotGivenAreReadAround(String source) throws TemplateException {
        ChatTemplate template = ChatTemplate.compile(source, TemplateCase.LIMITS, TemplateCase.CLOCK);
        List<Object> messages = List.of(new Message(Map.of("role", "user")), new Message(Map.of("role", "user")));
        List<Object> plain = messages.stream().map(ReplayTest::plain).toList();
        for (String caller : List.of("x", "y")) {
            assertThat(render(template, Map.of("messages", messages, "caller", caller)))
                    .as(caller)
                    .isEqualTo(render(template, Map.of("messages", plain, "caller", caller)))
                    .isPresent();
        }
    }

    /** Each calls the one before it several times: what all of them read is not gone over as often as they are called. */
    @Test
    void macrosInManyLayersAreNotCompared() throws TemplateException {
        StringBuilder source = new StringBuilder("{% macro m0(x) %}{{ x.role }}{{ f }}{% endmacro %}");
        for (int layer = 1; layer < 8; layer++) {
            for (int i = 0; i < 4; i++) {
                source.append("{% macro m").append(layer).append("_").append(i).append("(x) %}");
                for (int j = 0; j < 4; j++) {
                    String inner = layer == 1 ? "m0" : "m" + (layer - 1) + "_" + j;
                    source.append("{% if x.all %}{{ ").append(inner).append("(x) }}{% endif %}");
                }
                source.append("{% endmacro %}");
            }
        }
        source.append("{% for m in messages %}{{ m.role }}{{ m7_0(m) }}{% endfor %}");
        Message message = new Message(Map.of("role", "user"));
        ChatTemplate template = ChatTemplate.compile(source.toString(), TemplateCase.LIMITS, TemplateCase.CLOCK);

        assertThat(render(template, Map.of("messages", List.of(message)))).hasValue("user");
        assertThat(message.turns).isEmpty();
    }

    @Test
    void aMessageThatComesAnywhereIsRemembered() throws TemplateException {
        ChatTemplate template =
                ChatTemplate.compile("{% for m in messages %}{{ m.role }}{% endfor %}", TemplateCase.LIMITS);
        Message known = new Message(Map.of("role", "user"));
        Map<String, Object> other = Map.of("role", "tool");

        var unused = template.render(Map.of("messages", List.of(other, other, other, known, other)));

        assertThat(known.turns).hasSize(1);
    }

    @Test
    void turnsFromMemoryAreNotAmongThoseThatAreMade() throws TemplateException {
        ChatTemplate template =
                ChatTemplate.compile("{% for m in messages %}{{ m.role }}{% endfor %}", TemplateCase.LIMITS);
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            messages.add(new Message(Map.of("role", "user")));
        }
        ChatTemplate brief = template.within(TemplateCase.LIMITS.withRun(5, Integer.MAX_VALUE));
        assertThat(render(brief, Map.of("messages", messages)))
                .as("all are new")
                .isEmpty();

        var unused = template.render(Map.of("messages", messages));

        assertThat(render(brief, Map.of("messages", messages))).hasValue("user".repeat(20));
    }

    @Test
    void textFromMemoryIsNotAmongWhatIsMade() throws TemplateException {
        ChatTemplate template =
                ChatTemplate.compile("{% for m in messages %}{{ m.content }}{% endfor %}", TemplateCase.LIMITS);
        String content = "word ".repeat(100);
        List<Object> messages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            messages.add(new Message(Map.of("content", content)));
        }
        ChatTemplate brief = template.within(TemplateCase.LIMITS.withRun(100, 1_000));
        assertThat(render(brief, Map.of("messages", messages)))
                .as("all are new")
                .isEmpty();

        var unused = template.render(Map.of("messages", messages));

        assertThat(render(brief, Map.of("messages", messages))).hasValue(content.repeat(20));
    }
}
