package dev.warmpath.router.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Protocol;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {

    @ParameterizedTest
    @EnumSource(Endpoint.class)
    void everyPathLeadsToItsEndpoint(Endpoint endpoint) {
        assertThat(Endpoint.at(endpoint.path().replace("{id}", "resp_1"))).isEqualTo(endpoint);
    }

    @ParameterizedTest
    @CsvSource({"/v1/responses/a,RESPONSE,a", "/v1/responses/a.b-c_d/cancel,RESPONSE_CANCEL,a.b-c_d"})
    void idIsOneSegment(String path, Endpoint endpoint, String id) {
        assertThat(Endpoint.at(path)).isEqualTo(endpoint);
        assertThat(endpoint.id(path)).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/responses/",
                "/v1/responses//cancel",
                "/v1/responses/a/b",
                "/v1/responses/a/b/cancel",
                "/v1",
                ""
            })
    void otherPathsLeadNowhere(String path) {
        assertThat(Endpoint.at(path)).isNull();
    }

    /** What vLLM and SGLang read their hand-off fields on; whoever adds an endpoint has to say so. */
    @Test
    void onlyEndpointsOfTheEnginesPairsAreHandedOver() {
        assertThat(Arrays.stream(Endpoint.values()).filter(e -> e.servedOver(Protocol.SGLANG_BOOTSTRAP)))
                .containsExactly(Endpoint.CHAT_COMPLETIONS, Endpoint.COMPLETIONS, Endpoint.GENERATE);
        assertThat(Arrays.stream(Endpoint.values()).filter(e -> e.servedOver(Protocol.VLLM_NIXL)))
                .containsExactly(
                        Endpoint.CHAT_COMPLETIONS,
                        Endpoint.COMPLETIONS,
                        Endpoint.RESPONSES,
                        Endpoint.MESSAGES,
                        Endpoint.TOKENS_GENERATE);
        assertThat(Endpoint.values()).allMatch(e -> e.servedOver(Protocol.NONE));
    }

    @Test
    void anthropicsPathsHaveItsErrorsWhetherTheyAreServedOrNot() {
        assertThat(Endpoint.errors("/v1/messages")).isEqualTo(ErrorShape.ANTHROPIC);
        assertThat(Endpoint.errors("/v1/messages/batches")).isEqualTo(ErrorShape.ANTHROPIC);
        assertThat(Endpoint.errors("/v1/chat/completions")).isEqualTo(ErrorShape.OPENAI);
    }
}
