package dev.warmpath.router.hints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.HintSettings;
import dev.warmpath.config.settings.HintSettings.SessionMode;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.JsonBody;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read off a request about its own way. */
class HintReaderTest {

    private final HintReader reader = reader(SessionMode.SOFT);

    private static HintReader reader(SessionMode mode) {
        return new HintReader(HintSettings.defaults().withSessions(mode), new HintMetrics(new SimpleMeterRegistry()));
    }

    private static JsonBody body(String json) {
        try {
            return JsonBody.parse(json.getBytes(StandardCharsets.UTF_8));
        } catch (BadRequest bad) {
            throw new AssertionError(bad);
        }
    }

    private Hints read(String json) {
        return reader.read(body(json), MultiMap.caseInsensitiveMultiMap(), null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | UNSAID",
                "{'prompt_cache_retention':'24h'} | LONG",
                "{'prompt_cache_retention':'1h'} | LONG",
                "{'prompt_cache_retention':'in_memory'} | SHORT",
                "{'prompt_cache_retention':'5m'} | SHORT",
                "{'prompt_cache_retention':'none'} | OPT_OUT",
                "{'prompt_cache_retention':'OFF'} | OPT_OUT",
                "{'prompt_cache_retention':'for ever'} | UNSAID",
                "{'prompt_cache_retention':7} | UNSAID",
                "{'prompt_cache_retention':null} | UNSAID",
                "{'prompt_cache_key':'k'} | SHORT",
                "{'prompt_cache_key':'k','prompt_cache_retention':'24h'} | LONG",
                "{'prompt_cache_key':'k','prompt_cache_retention':'none'} | OPT_OUT",
                "{'system':[{'type':'text','text':'a','cache_control':{'type':'ephemeral'}}]} | SHORT",
                "{'messages':[{'content':[{'cache_control':{'type':'ephemeral','ttl':'5m'}}]}]} | SHORT",
                "{'messages':[{'content':[{'cache_control':{'ttl':'1h', 'type':'ephemeral'}}]}]} | LONG",
                "{'tools':[{'cache_control':{'type':'ephemeral','ttl':'1h'}}],'prompt_cache_retention':'none'} | OPT_OUT",
                "{'messages':[{'cache_control':{'type':'permanent'}}]} | UNSAID",
                "{'messages':[{'cache_control':null}]} | UNSAID",
                "{'messages':[{'cache_control':'ephemeral'}]} | UNSAID",
                "{'messages':[{'content':'cache_control'}]} | UNSAID",
                "{'tools':[{'properties':{'cache_control':{'type':'object','properties':{}}}}]} | UNSAID",
            })
    void retentionIsWhatTheClientWrites(String json, Retention retention) {
        assertThat(read(json.replace('\'', '"')).retention()).isEqualTo(retention);
    }

    /** A value that goes on for longer than any that is meant is not read, and many are not read to the last. */
    @Test
    void cacheControlIsBounded() {
        String huge =
                "{\"messages\":[{\"cache_control\":{\"type\":\"ephemeral\",\"x\":\"" + "y".repeat(5000) + "\"}}]}";
        assertThat(read(huge).retention()).isEqualTo(Retention.UNSAID);
        String many = "{\"messages\":[" + "{\"cache_control\":{\"type\":\"ephemeral\"}},".repeat(10_000) + "{}]}";
        assertThat(body(many).cacheControls()).hasSize(16);
    }

    @Test
    void theFirstHeaderNamesTheSessionThenTheBody() {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("X-Session-Id", "s");
        long byHeader =
                reader.read(body("{\"prompt_cache_key\":\"k\"}"), headers, null).session();
        assertThat(byHeader)
                .isNotZero()
                .isEqualTo(reader.read(body("{\"session_id\":\"s\"}"), MultiMap.caseInsensitiveMultiMap(), null)
                        .session());
        assertThat(read("{\"prompt_cache_key\":\"k\",\"session_id\":\"s\"}").session())
                .isEqualTo(read("{\"prompt_cache_key\":\"k\"}").session())
                .isNotEqualTo(byHeader);
        assertThat(read("{}").session()).isZero();
    }

    @Test
    void twoClientsDoNotShareASessionOfOneName() {
        JsonBody body = body("{\"session_id\":\"s\"}");
        MultiMap none = MultiMap.caseInsensitiveMultiMap();
        assertThat(reader.read(body, none, "a").session())
                .isNotEqualTo(reader.read(body, none, "b").session());
    }

    @Test
    void whatIsNoNameNamesNoSession() {
        assertThat(read("{\"session_id\":7}").session()).isZero();
        assertThat(read("{\"session_id\":\" \"}").session()).isZero();
        assertThat(read("{\"session_id\":\"" + "s".repeat(2000) + "\"}").session())
                .isZero();
    }

    /** Whoever does not want the prompt kept does not want the next one to come back to it. */
    @Test
    void anOptOutHasNoSession() {
        assertThat(read("{\"prompt_cache_key\":\"k\",\"prompt_cache_retention\":\"none\"}")
                        .session())
                .isZero();
    }

    @Test
    void sessionsThatAreNotKeptTogetherAreNotRead() {
        assertThat(reader(SessionMode.NONE)
                        .read(body("{\"session_id\":\"s\"}"), MultiMap.caseInsensitiveMultiMap(), null)
                        .session())
                .isZero();
    }
}
