package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.admission.PriorityClass;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The part of {@code admission} that says who goes first. */
class PriorityTest {

    private static Loading admission(String yaml) {
        return Loading.base("admission: " + yaml + "\n");
    }

    @Test
    void withoutClassesAllAreOfOne() {
        AdmissionSettings admission = admission("{}").settings().admission();
        assertThat(admission.classes()).containsExactly(PriorityClass.ONLY);
        assertThat(admission.defaultClass()).isEqualTo("default");
    }

    @Test
    void classesHaveSharesKeysAndUrgencies() {
        AdmissionSettings admission = admission("{classes: [{name: a, share: 8, keys: [k, l], urgency: -3}, {name: b}],"
                        + " default_class: b, priority_keys: [g]}")
                .settings()
                .admission();
        assertThat(admission.classes())
                .containsExactly(
                        new PriorityClass("a", 8, List.of("k", "l"), -3), new PriorityClass("b", 1, List.of(), null));
        assertThat(admission.defaultClass()).isEqualTo("b");
        assertThat(admission.priorityKeys()).containsExactly("g");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{classes: [{name: a}]} | admission.default_class | is missing, and classes are written",
                "{classes: [{name: a}], default_class: b} | admission.default_class | names no class",
                "{classes: [{name: a}, {name: a}], default_class: a} | admission.classes[1].name | is given to more than one class",
                "{classes: [{name: a, keys: [k]}, {name: b, keys: [k]}], default_class: a} | admission.classes[1].keys | names a key that is named already",
                "{classes: [{name: a, share: 0}], default_class: a} | admission.classes[0].share | is out of range",
                "{classes: [], default_class: a} | admission.default_class | names no class",
            })
    void whatMakesNoSenseIsRefused(String yaml, String path, String message) {
        assertThat(admission(yaml).onlyProblem().path()).isEqualTo(path);
        assertThat(admission(yaml).onlyProblem().message()).isEqualTo(message);
    }

    @Test
    void thereIsABoundOnClasses() {
        StringBuilder many = new StringBuilder("{default_class: c0, classes: [");
        for (int i = 0; i <= PriorityClass.MOST; i++) {
            many.append(i == 0 ? "" : ", ").append("{name: c").append(i).append('}');
        }
        assertThat(admission(many + "]}").onlyProblem().message()).isEqualTo("are 17, too many");
    }
}
