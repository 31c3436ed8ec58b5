package dev.warmpath.router.prompt.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

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
        assertThat(file.tokens()).containsExactly(entry("<|end|>", new Cut(true, false, false)));
    }

    @Test
    void aTokenMatchedAfterNormalizingIsNoPlaceToCut() throws IOException {
        TokenizerFile file =
                parse("{'added_tokens':[" + PLAIN_TOKEN.replace("'normalized':false", "'normalized':true") + "]}");

        assertThat(file.cuttable()).isTrue();
        assertThat(file.tokens()).isEmpty();
    }

    @Test
    void aTokenThatWantsToBeAWordIsNoPlaceToCut() throws IOException {
        String token = PLAIN_TOKEN.replace("'single_word':false", "'single_word':true");

        assertThat(cut("[" + token + "]")).isEqualTo(Cut.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"end", "<|end", "end|>", " <|end|>", "<|end|>\\n", "_end|>", "\u2581<|end|>", "\u00e9|>"})
    void aTokenThatEndsLikeAWordOrInSpaceIsNoPlaceToCut(String content) throws IOException {
        assertThat(cut("[" + PLAIN_TOKEN.replace("<|end|>", content) + "]")).isEqualTo(Cut.NONE);
    }

    @Test
    void aTokenMayTakeSpaceAlongUnlessOthersHaveSpaceAtTheirEnds() throws IOException {
        String token = PLAIN_TOKEN.replace("'rstrip':false", "'rstrip':true");
        String space = PLAIN_TOKEN.replace("<|end|>", "  ");

        assertThat(cut("[" + token + "]")).isEqualTo(new Cut(true, false, true));
        assertThat(cut("[" + token + "," + space + "]")).isEqualTo(Cut.NONE);
        assertThat(cut("[" + PLAIN_TOKEN + "," + space + "]")).isEqualTo(new Cut(true, false, false));
    }

    /** How a text is cut at the first of these tokens. */
    private static Cut cut(String tokens) throws IOException {
        return parse("{'added_tokens':" + tokens + "}")
                .tokens()
                .values()
                .iterator()
                .next();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'normalizer':{'type':'Precompiled'}}",
                "{'normalizer':{'type':'Sequence','normalizers':[{'type':'NFC'},{'type':'SomethingNew'}]}}",
                "{'pre_tokenizer':{'type':'Metaspace','prepend_scheme':'first'}}",
                "{'pre_tokenizer':{'type':'Sequence','pretokenizers':[{'type':'SomethingNew'}]}}"
            })
    void aStepThatMayLookBeyondItsPieceForbidsCutting(String json) throws IOException {
        assertThat(parse(json).cuttable()).isFalse();
    }
}
