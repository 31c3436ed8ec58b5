package dev.warmpath.router.legs;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorEventScanTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data: {\"error\":{\"message\":\"x\",\"code\":400}}|400",
                "data:{\"error\":{\"message\":\"x\",\"code\":503}} |503",
                "data: {\"error\":{\"message\":\"x\"}}             |500",
                "data: {\"error\":{\"code\":\"odd\"}}              |500",
                "data: {\"error\":{\"code\":200}}                  |500"
            })
    void errorEventsAreFoundWithTheirStatus(String line, int status) {
        ErrorEventScan scan = ErrorEventScan.of("text/event-stream; charset=utf-8");
        for (byte b : ("data: {\"choices\":[]}\n\n" + line + "\n\ndata: [DONE]\n\n")
                .getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            scan.feed(Buffer.buffer(new byte[] {b}));
        }
        assertThat(scan.error()).isNotNull().extracting(WorkerAnswer::status).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data: {\"choices\":[{\"text\":\"\\\"error\\\"\"}]}",
                "data: {\"error\":null}",
                "data: [DONE]",
                ": \"error\"",
                "data: {\"error\":{\"cut"
            })
    void nothingElseIsAnError(String line) {
        ErrorEventScan scan = ErrorEventScan.of("text/event-stream");
        scan.feed(Buffer.buffer(line + "\n\n"));
        assertThat(scan.error()).isNull();
    }

    @Test
    void bodiesThatAreNoEventStreamAreNotLookedAt() {
        ErrorEventScan scan = ErrorEventScan.of("application/json");
        scan.feed(Buffer.buffer("data: {\"error\":{\"code\":500}}\n\n"));
        assertThat(scan.error()).isNull();
    }

    @Test
    void onlyTheFirstBytesAreKept() {
        ErrorEventScan scan = ErrorEventScan.of("text/event-stream");
        scan.feed(Buffer.buffer("x".repeat(1 << 20)));
        scan.feed(Buffer.buffer("\ndata: {\"error\":{\"code\":500}}\n\n"));
        assertThat(scan.error()).isNull();
    }
}
