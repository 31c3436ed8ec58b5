package dev.warmpath.router.prompt.words;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a file's words are cut as it says, and when that is left to the library. Quotes are single here, for the eye. */
class WordRuleTest {

    private static final String NFC = "{'type':'NFC'}";
    private static final String GPT2 = "{'type':'ByteLevel','add_prefix_space':false,'use_regex':true}";
    private static final String BPE = "{'type':'BPE','dropout':null}";

    private static JsonNode json(String text) throws IOException {
        return JsonMapper.builder().build().readTree(text.replace('\'', '"'));
    }

    private static boolean known(String normalizer, String preTokenizer, String model) throws IOException {
        return WordRule.of(json(normalizer), json(preTokenizer), json(model)) != null;
    }

    @Test
    void byteLevelModelsThatKeepAsciiAsItIsAreKnown() throws IOException {
        assertThat(known(NFC, GPT2, BPE)).isTrue();
        assertThat(known("null", GPT2, BPE)).isTrue();
        assertThat(known("{'type':'Sequence','normalizers':[{'type':'NFD'},{'type':'NFKC'}]}", GPT2, BPE))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'Lowercase'}",
                "{'type':'Replace','pattern':{'String':' '},'content':'_'}",
                "{'type':'Sequence','normalizers':[{'type':'NFC'},{'type':'Strip'}]}"
            })
    void aNormalizerThatChangesAsciiIsNot(String normalizer) throws IOException {
        assertThat(known(normalizer, GPT2, BPE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'type':'Unigram'}", "{'type':'BPE','dropout':0.1}", "{}"})
    void aModelThatMayLookFurtherThanTheWordIsNot(String model) throws IOException {
        assertThat(known(NFC, GPT2, model)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{'type':'ByteLevel','add_prefix_space':true,'use_regex':true}",
                "{'type':'ByteLevel','add_prefix_space':false,'use_regex':false}",
                "{'type':'Metaspace'}",
                "{'type':'Sequence','pretokenizers':[{'type':'Split','pattern':{'Regex':'\\\\w+'},'behavior':'Isolated',"
                        + "'invert':false},{'type':'ByteLevel','add_prefix_space':false,'use_regex':false}]}"
            })
    void anotherWayToCutIsNot(String preTokenizer) throws IOException {
        assertThat(known(NFC, preTokenizer, BPE)).isFalse();
    }
}
