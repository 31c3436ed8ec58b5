package dev.warmpath.router.prompt.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a text may be cut at special tokens, by what the model's file says. Quotes are single here, for the eye. */
class TokenizerFileTest {

    private static final String PLAIN_TOKEN =
            "{'id':7,'content':'<|end|>','single_word':false,'lstrip':false,'rstrip':false,'normalized':false,'special':true}";

    private static TokenizerFile parse(String json) throws IOException {
        return TokenizerFile.parse(json.replace('\'', '"'));
    }

    @Test
    void aByteLevelModelWithPlainSpecialTokensMayBeCutAtThem() throws IOException {
        TokenizerFile file = parse(
                "{'version':'1.0','added_tokens':[" + PLAIN_TOKEN + "],'normalizer':{'type':'NFC'},"
                        + "'pre_tokenizer':{'type':'Sequence','pretokenizers':[{'type':'Split'},"
                        + "{'type':'ByteLevel','add_prefix_space':false}]},'model':{'type':'BPE','vocab':{'a':1},'merges':[]}}");

        assertThat(file.cuttable()).isTrue();
        assertThat(file.cuts()).containsExactly("<|end|>");
    }

    @Test
    void aTokenMatchedAfterNormalizingIsNoPlaceToCut() throws IOException {
        TokenizerFile file =
                parse("{'added_tokens':[" + PLAIN_TOKEN.replace("'normalized':false", "'normalized':true") + "]}");

        assertThat(file.cuttable()).isTrue();
        assertThat(file.cuts()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lstrip", "rstrip", "single_word"})
    void aTokenThatLooksAtItsSurroundingsForbidsCutting(String flag) throws IOException {
        String token = PLAIN_TOKEN.replace("'" + flag + "':false", "'" + flag + "':true");

        assertThat(parse("{'added_tokens':[" + token + "]}").cuttable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'normalizer':{'type':'Prepend','prepend':'_'}}",
                "{'normalizer':{'type':'Sequence','normalizers':[{'type':'NFC'},{'type':'Strip'}]}}",
                "{'pre_tokenizer':{'type':'Metaspace','prepend_scheme':'first'}}",
                "{'pre_tokenizer':{'type':'ByteLevel','add_prefix_space':true}}",
                "{'pre_tokenizer':{'type':'Sequence','pretokenizers':[{'type':'SomethingNew'}]}}"
            })
    void aStepThatMayLookBeyondItsPieceForbidsCutting(String json) throws IOException {
        assertThat(parse(json).cuttable()).isFalse();
    }
}
