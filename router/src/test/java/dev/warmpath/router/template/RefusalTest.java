package dev.warmpath.router.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warmpath.router.template.fault.FaultReason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the interpreter does not know is refused, as early as it can be known, with a reason and a line. */
class RefusalTest {

    private static final String SECRET = "the-secret-prompt";

    private static final Map<String, Object> CONTEXT =
            Map.of("s", SECRET, "d", Map.of(SECRET, SECRET), "l", List.of(SECRET, 1L));

    private static TemplateException atLoad(String template) {
        return catchThrowableOfType(
                TemplateException.class, () -> ChatTemplate.compile(template, TemplateCase.LIMITS, TemplateCase.CLOCK));
    }

    private static TemplateException atRun(String template) throws TemplateException {
        ChatTemplate compiled = ChatTemplate.compile(template, TemplateCase.LIMITS, TemplateCase.CLOCK);
        return catchThrowableOfType(TemplateException.class, () -> compiled.render(CONTEXT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "{% include 'x' %}~UNSUPPORTED",
                "{% import 'x' as y %}~UNSUPPORTED",
                "{% from 'x' import y %}~UNSUPPORTED",
                "{% extends 'x' %}~UNSUPPORTED",
                "{% block x %}{% endblock %}~UNSUPPORTED",
                "{% autoescape true %}{% endautoescape %}~UNSUPPORTED",
                "{% do l %}~SYNTAX",
                "{% nope %}~SYNTAX",
                "{{ l|random }}~UNSUPPORTED",
                "{{ l|pprint }}~UNSUPPORTED",
                "{{ s|urlize }}~UNSUPPORTED",
                "{{ 1|filesizeformat }}~UNSUPPORTED",
                "{{ s|nope }}~SYNTAX",
                "{{ s is nope }}~SYNTAX",
                "{% if false %}{{ s|nope }}{% endif %}~SYNTAX",
                "{{ l|map('nope') }}~SYNTAX",
                "{{ l|select('nope') }}~SYNTAX",
                "{{ l|rejectattr('a', 'nope') }}~SYNTAX",
                "{{ self }}~UNSUPPORTED",
                "{{ '\\N{DASH}' }}~UNSUPPORTED",
                "{{ (~SYNTAX",
                "{% for x in l %}~SYNTAX",
                "{% break %}~SYNTAX",
                "{# ~SYNTAX",
                "{% raw %}~SYNTAX",
                "{{ 'a~SYNTAX",
            })
    void isFoundWhenTheTemplateIsLoaded(String template, FaultReason reason) {
        TemplateException refusal = atLoad("\n\n" + template);

        assertThat(refusal).as(template).isNotNull();
        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(refusal.line()).isEqualTo(3);
        assertThat(refusal).hasMessageStartingWith("line 3: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ lipsum() }}",
                "{{ s.upper }}",
                "{{ range }}",
                "{{ l|map('upper') }}",
                "{{ joiner() }}",
                "{{ strftime_now('%Q') }}",
                "{{ s.encode() }}",
                "{{ s.translate({}) }}",
                "{{ 'a'.casefold() }}",
                "{{ 5 .bit_length() }}",
                "{{ 1.real }}",
                "{{ (-8) ** 0.5 }}",
                "{{ ('a'|e).split() }}",
                "{{ 'a'|e|upper }}",
                "{{ '%s'|safe % 1 }}",
                "{{ '{a.b}'.format(a=1) }}",
                "{{ '{:{}}'.format(1, 2) }}",
                "{{ '%*d' % (1, 2) }}",
                "{{ 'a-b'|wordwrap(2) }}",
                "{{ '&eacute;'|striptags }}",
                "{{ 1000 is sameas(999 + 1) }}",
                "{{ {}.fromkeys('ab') }}",
            })
    void whatHasNoOneAnswerIsRefusedWhenItIsReached(String template) throws TemplateException {
        TemplateException refusal = atRun(template);

        assertThat(refusal).as(template).isNotNull();
        assertThat(refusal.reason()).as(refusal.getMessage()).isEqualTo(FaultReason.UNSUPPORTED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ d[s].x.y }}",
                "{{ d[l].x }}",
                "{{ s + 1 }}",
                "{{ s|int + s }}",
                "{{ s[s] + 1 }}",
                "{{ l.index(s ~ 'x') }}",
                "{{ s.index('x!') }}",
                "{{ s.format(1) % 5 }}",
                "{{ dict(**d)['x'].y }}",
                "{{ range(**d) }}",
                "{% macro f() %}{% endmacro %}{{ f(**d) }}",
                "{{ s() }}",
                "{{ l|sort }}",
                "{{ s|attr(s) + 1 }}",
                "{{ s < 1 }}",
                "{% for a, b in [s] %}{% endfor %}",
                "{{ d|xmlattr }}{{ {s ~ ' ': 1}|xmlattr }}",
                "{{ ('%(' ~ s ~ ')s') % {} }}",
                "{{ ('{' ~ s ~ '}').format() }}",
                "{{ {(1,): s}|tojson }}",
                "{{ strftime_now(s).x.y }}",
                "{{ l|map(s)|list }}",
                "{{ l|select(s)|list }}",
                "{{ ('{0!' ~ s ~ '}').format(1) }}",
                "{{ l['__' ~ s ~ '__'].x }}",
                "{{ (l|map('upper'))[s] }}",
            })
    void messagesHoldNoPromptText(String template) throws TemplateException {
        TemplateException refusal = atRun(template);

        assertThat(refusal).as(template).isNotNull();
        assertThat(refusal.getMessage()).doesNotContain(SECRET).doesNotContain("secret");
    }

    @Test
    void whatTheTemplateRaisesIsKeptApartFromTheMessage() throws TemplateException {
        TemplateException refusal = atRun("a\n{% if s %}\n{{ raise_exception('Bad: ' ~ s) }}{% endif %}");

        assertThat(refusal.reason()).isEqualTo(FaultReason.RAISED);
        assertThat(refusal.raised()).contains("Bad: " + SECRET);
        assertThat(refusal).hasMessage("line 3: the template refused the conversation");
    }

    @Test
    void otherRefusalsRaiseNothing() throws TemplateException {
        assertThat(atRun("{{ nope.x }}").raised()).isEmpty();
    }

    @Test
    void theInnermostLineIsTold() throws TemplateException {
        String template = "{% macro f() %}\n{{ nope.x }}\n{% endmacro %}\n\n{{ f() }}";

        assertThat(atRun(template))
                .hasMessage("line 2: 'nope' is undefined")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(FaultReason.UNDEFINED));
    }
}
