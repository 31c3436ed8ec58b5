package dev.warmpath.router.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.router.template.fault.FaultReason;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No template can hold a thread or fill the heap: each way to try ends in a refusal that names the limit. */
class TemplateLimitsTest {

    private static final TemplateLimits SMALL = new TemplateLimits(10_000, 20_000, 50, 5_000, 60);

    private static TemplateException refusal(String template) {
        return catchThrowableOfType(
                TemplateException.class,
                () -> ChatTemplate.compile(template, SMALL, TemplateCase.CLOCK).render(Map.of("s", "seed")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ 'a' * 10**9 }}",
                "{{ [1] * 10**9 }}",
                "{{ (1, 2) * 10**8 }}",
                "{{ 10 ** (10 ** 8) }}",
                "{{ (10 ** 30000) * (10 ** 30000) }}",
                "{{ 10 ** 5000 }}",
                "{{ range(10 ** 9) }}",
                "{{ range(10 ** 30) }}",
                "{{ range(50000)|list }}",
                "{{ '%999999999d' % 1 }}",
                "{{ '%.999999999d' % 1 }}",
                "{{ '%.999999999f' % 1.5 }}",
                "{{ '%99999999999999999999d' % 1 }}",
                "{{ '{:999999999}'.format(1) }}",
                "{{ '{:.999999999f}'.format(1.5) }}",
                "{{ 'a'.center(10**9) }}",
                "{{ 'a'.ljust(10**9) }}",
                "{{ 'a'.zfill(10**9) }}",
                "{{ 'a'|center(10**9) }}",
                "{{ 'a\tb'.expandtabs(10**9) }}",
                "{{ 'a\nb'|indent(10**9) }}",
                "{{ [1]|tojson(indent=10**9) }}",
                "{{ [1]|batch(10**9, 'x')|list }}",
                "{{ [1]|slice(10**9)|list }}",
                "{{ ('a' * 9000)|replace('', 'bbbb') }}",
                "{{ ('a' * 9000).replace('a', 'bbbb') }}",
                "{{ ('a' * 150)|list|join('b' * 150) }}",
                "{{ ('b' * 150).join('a' * 150) }}",
                "{% set ns = namespace(x='ab') %}{% for i in range(40) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
                "{% set ns = namespace(x='ab') %}{% for i in range(40) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
                "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
                "{% set ns = namespace(x=[]) %}{% for i in range(9000) %}{% set ns.x = ns.x + [i] %}{% endfor %}",
                "{% set ns = namespace(x=0) %}{% for i in range(90) %}{% set ns.x = [ns.x] %}{% endfor %}{{ ns.x }}",
                "{% set ns = namespace(x=0) %}{% for i in range(90) %}{% set ns.x = [ns.x] %}{% endfor %}{{ ns.x|tojson }}",
                "{% set ns = namespace(x=0, y=0) %}{% for i in range(90) %}{% set ns.x = [ns.x] %}{% set ns.y = [ns.y] %}{% endfor %}{{ ns.x == ns.y }}",
                "{% set ns = namespace(x=0, y=1) %}{% for i in range(90) %}{% set ns.x = [ns.x] %}{% set ns.y = [ns.y] %}{% endfor %}{{ ns.x < ns.y }}",
                "{% set ns = namespace() %}{% set ns.x = [ns] %}{{ ns }}",
                "{% for i in range(9000) %}{{ 'abcdefgh' }}{% endfor %}",
                "{% for i in range(200) %}{% for j in range(200) %}{% endfor %}{% endfor %}",
                "{% for i in range(200) %}{% for j in range(200) if j > i %}{% endfor %}{% endfor %}",
                "{% set x %}{% for i in range(9000) %}{{ 'abcdefgh' }}{% endfor %}{% endset %}",
                "{% macro f(n) %}{{ f(n + 1) }}{% endmacro %}{{ f(0) }}",
                "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(40) }}",
                "{% macro f() %}{{ caller() }}{% endmacro %}{% macro g() %}{% call f() %}{{ g() }}{% endcall %}{% endmacro %}{{ g() }}",
                "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
                "{% for i in range(2000) %}{{ range(2000)|sum }}{% endfor %}",
                "{% for i in range(2000) %}{{ -1 in range(2000) }}{% endfor %}",
                "{% for i in range(2000) %}{{ range(2000)|select('lt', 0)|list }}{% endfor %}",
                "{% for i in range(9999) %}{{ 'zz' in 'a' * 10000 }}{% endfor %}",
                "{% set s = 'a' * 20000 %}{% for i in range(9999) %}{% if 'zz' in s %}{% endif %}{% endfor %}",
                "{% set s = 'é' * 20000 %}{% for i in range(9999) %}{% if s|length == 1 %}{% endif %}{% endfor %}",
                "{% set s = 'a' * 20000 %}{% for i in range(9999) %}{% if s == s ~ '' %}{% endif %}{% endfor %}",
                "{% set s = 'a' * 20000 %}{% for i in range(9999) %}{% if s < s %}{% endif %}{% endfor %}",
                "{% set s = 'a' * 20000 %}{% for i in range(9999) %}{% if s[:1] %}{% endif %}{% endfor %}",
                "{% set s = 'a' * 20000 %}{% for i in range(9999) %}{% if s[9] %}{% endif %}{% endfor %}",
                "{% set s = '1' * 20000 %}{% for i in range(9999) %}{% if s|int %}{% endif %}{% endfor %}",
                "{% set s = 'a' * 20000 %}{% for i in range(9999) %}{% if s is lower %}{% endif %}{% endfor %}",
                "{{ ('<' * 20000)|e }}",
                "{{ ('/ ' * 9000)|urlencode }}",
                "{{ '%s%s%s' % ('a' * 9000, 'b' * 9000, 'c' * 9000) }}",
                "{{ '{0}{0}{0}'.format('a' * 9000) }}",
                "{{ ['a' * 9000, 'b' * 9000, 'c' * 9000] }}",
                "{{ ('a' * 9000) ~ ('b' * 9000) ~ ('c' * 9000) }}",
                "{% set s = 'a' * 20000 %}{% for i in range(9999) %}{% if s.count('b') %}{% endif %}{% endfor %}",
            })
    void costlyTemplatesAreRefused(String template) {
        TemplateException refusal = refusal(template);

        assertThat(refusal).as(template).isNotNull();
        assertThat(refusal.reason()).as(refusal.getMessage()).isEqualTo(FaultReason.LIMIT);
    }

    @Test
    void whatStaysWithinTheLimitsIsRendered() throws TemplateException {
        String template = "{% for i in range(1000) %}{{ i % 10 }}{% endfor %}";

        assertThat(ChatTemplate.compile(template, SMALL, TemplateCase.CLOCK).render(Map.of()))
                .hasSize(1000);
    }

    @Test
    void longSourcesAreRefused() {
        assertThat(refusal("a".repeat(5_001)).reason()).isEqualTo(FaultReason.LIMIT);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "(,)",
                "[,]",
                "{'a':,}",
                "s|default(,)",
                "s[,]",
                "s(,)",
                "`not `,``",
                "`- `,``",
                "`1 if 1 else `,``"
            })
    void deeplyNestedExpressionsAreRefused(String opening, String closing) {
        String nested = opening.repeat(300) + "1" + closing.repeat(300);

        assertThat(refusal("{{ " + nested + " }}").reason()).isEqualTo(FaultReason.LIMIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {" + 1", " and 1", " or 0", " * 1", " ** 1", "|abs", ".x", "[0]", " if 1", "()"})
    void longChainsOfOperatorsAreRefused(String link) {
        assertThat(refusal("{{ 1" + link.repeat(400) + " }}").reason()).isEqualTo(FaultReason.LIMIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{% if 1 %}", "{% for x in s %}", "{% set x %}", "{% macro f() %}", "{% filter upper %}"})
    void deeplyNestedStatementsAreRefused(String opening) {
        assertThat(refusal(opening.repeat(200)).reason()).isEqualTo(FaultReason.LIMIT);
    }

    @Test
    void anInterruptEndsARendering() throws TemplateException {
        ChatTemplate template = ChatTemplate.compile(
                "{% for i in range(100000) %}{% endfor %}", TemplateCase.LIMITS, TemplateCase.CLOCK);

        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> template.render(Map.of())).hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void limitsComeFromTheSettings() {
        PromptSettings settings = PromptSettings.defaults();

        TemplateLimits limits = TemplateLimits.of(settings);

        assertThat(limits.maxLoops()).isEqualTo(settings.maxTemplateLoops());
        assertThat(limits.maxOutputChars()).isEqualTo(settings.maxTemplateOutputBytes());
        assertThat(limits.maxDepth()).isEqualTo(settings.maxTemplateDepth());
    }

    @Test
    void limitsMustBePositive() {
        assertThatThrownBy(() -> new TemplateLimits(0, 1, 1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
