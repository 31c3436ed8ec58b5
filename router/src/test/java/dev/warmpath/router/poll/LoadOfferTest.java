package dev.warmpath.router.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadOfferTest {

    private static LoadOffer read(String serverInfo) throws IOException {
        return LoadOffer.read(serverInfo.getBytes(StandardCharsets.UTF_8), 7);
    }

    private static String events(String load) {
        return "{\"kv_events\":{\"endpoint_host\":\"10.9.9.9\",\"endpoint_port_base\":5557" + load + "}}";
    }

    @Test
    void portAndTopicAreTaken() throws IOException {
        assertThat(read(events(",\"load_endpoint_port_base\":5559,\"load_topic\":\"l\"")))
                .isEqualTo(new LoadOffer(5559, "l"));
        assertThat(read(events(",\"load_endpoint_port_base\":65528"))).isEqualTo(new LoadOffer(65_528, "load"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{\"kv_events\":null}", "{\"kv_events\":{\"load_endpoint_port_base\":null}}"})
    void engineThatNamesNoPortPublishesNone(String answer) {
        assertThatThrownBy(() -> read(answer))
                .isInstanceOf(Unreadable.class)
                .hasMessage("the engine publishes no load");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "65529", "4294972853", "5559.5", "true", "'\"5559\"'"})
    void everyRankHasToHaveAPort(String base) {
        assertThatThrownBy(() -> read(events(",\"load_endpoint_port_base\":" + base)))
                .isInstanceOf(Unreadable.class)
                .hasMessageContaining("load_endpoint_port_base");
    }

    @Test
    void topicIsShort() {
        assertThatThrownBy(() ->
                        read(events(",\"load_endpoint_port_base\":5559,\"load_topic\":\"" + "l".repeat(65) + "\"")))
                .isInstanceOf(Unreadable.class)
                .hasMessageContaining("load_topic");
    }

    @Test
    void answerThatIsNoJsonSaysSo() {
        assertThatThrownBy(() -> read("<html>")).isInstanceOf(Unreadable.class);
    }
}
