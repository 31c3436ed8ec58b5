package dev.warmpath.router.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each template prints what Python's jinja2 prints with Hugging Face's settings, or is refused where that refuses. The
 * cases and what made them: {@code src/test/python/README.md}.
 */
class ReferenceCasesTest {

    static List<TemplateCase> given() throws IOException {
        return TemplateCase.load("cases.json");
    }

    static List<TemplateCase> features() throws IOException {
        return TemplateCase.load("features.json");
    }

    static List<TemplateCase> conversations() throws IOException {
        return TemplateCase.load("conversations.json");
    }

    @ParameterizedTest
    @MethodSource({"given", "features", "conversations"})
    void printsWhatJinjaPrints(TemplateCase given) {
        assertThat(given.actual()).as(given.template()).isEqualTo(given.expected());
    }

    @Test
    void randomTemplatesPrintWhatJinjaPrints() throws IOException {
        List<TemplateCase> random = TemplateCase.load("fuzz.json");
        Stream<String> different = random.stream()
                .filter(given -> !given.actual().equals(given.expected()))
                .map(given -> given.name() + ": " + given.template());

        assertThat(random).hasSize(1000);
        assertThat(different).isEmpty();
    }
}
