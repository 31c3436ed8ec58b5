package dev.warmpath.router.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each template prints what Python's jinja2 prints with Hugging Face's settings, or is refused where that refuses. */
class ReferenceCasesTest {

    static List<TemplateCase> given() throws IOException {
        return TemplateCase.load("cases.json");
    }

    @ParameterizedTest
    @MethodSource("given")
    void printsWhatJinjaPrints(TemplateCase given) {
        assertThat(given.actual()).isEqualTo(given.expected());
    }
}
