package dev.warmpath.router.prompt.chat;

import static dev.warmpath.router.prompt.chat.ContentFormat.PARTS;
import static dev.warmpath.router.prompt.chat.ContentFormat.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both engines tell from a template's source what it wants; not always the same. */
class ContentFormatTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% for message in messages %}{% for part in message.content %}{{ part.text }}{% endfor %}{% endfor %}",
                "{%- for message in messages -%}{%- for part in message['content'] -%}{%- endfor -%}{%- endfor -%}",
                "{% for message in messages %}{% for p in message[\"content\"] | list %}{% endfor %}{% endfor %}"
            })
    void aLoopOverAMessagesContentWantsParts(String template) {
        assertThat(ContentFormat.ofVllm(template)).isEqualTo(PARTS);
        assertThat(ContentFormat.ofSglang(template)).isEqualTo(PARTS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% for message in messages %}{{ message.content }}{% endfor %}",
                "{% for message in messages %}{% for call in message.tool_calls %}{% endfor %}{% endfor %}",
                "{% macro show(content) %}{% for part in content %}{{ part.text }}{% endfor %}{% endmacro %}"
                        + "{% for message in messages %}{{ show(message.content) }}{% endfor %}"
            })
    void anythingElseWantsAString(String template) {
        assertThat(ContentFormat.ofVllm(template)).isEqualTo(STRING);
        assertThat(ContentFormat.ofSglang(template)).isEqualTo(STRING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% set rest = messages[1:] %}{% for one in rest %}{% for p in one.content %}{% endfor %}{% endfor %}",
                "{%- set a = messages %}{%- set b = a | list %}{% for x in b %}{% for p in x.content %}{% endfor %}{% endfor %}",
                "{% for turn in messages[1:] %}{% for p in turn['content'] %}{% endfor %}{% endfor %}"
            })
    void vllmFollowsTheMessagesByAnyNameAndSglangKnowsThreeNames(String template) {
        assertThat(ContentFormat.ofVllm(template)).isEqualTo(PARTS);
        assertThat(ContentFormat.ofSglang(template)).isEqualTo(STRING);
        assertThat(ContentFormat.ofSglang("{% for p in msg.content %}{% endfor %}"))
                .isEqualTo(PARTS);
        assertThat(ContentFormat.ofVllm("{% for p in msg.content %}{% endfor %}"))
                .isEqualTo(STRING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{ '<|image_pad|>' }}", "{# no vision here #}", "audio", "video"})
    void sglangTakesAnyMentionOfMediaForParts(String template) {
        assertThat(ContentFormat.ofSglang(template)).isEqualTo(PARTS);
        assertThat(ContentFormat.ofVllm(template)).isEqualTo(STRING);
    }
}
