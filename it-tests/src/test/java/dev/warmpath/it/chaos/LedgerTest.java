package dev.warmpath.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.chaos.ClientAnswer.Ending;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.http.ReceivedRequest;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the books find when a router sends a request to an engine more often than it may. The engine is a real one. */
class LedgerTest {

    private final SimEngine engine = SimEngine.start(
            SimEngineConfig.builder(Engine.VLLM, Role.MIXED).model("m").build());
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Ledger ledger = new Ledger(1);

    private final Member member = new Member(engine);

    @BeforeEach
    void watch() {
        ledger.watch(member);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    /** What a router does for the attempt of this name; returns what the engine answered. */
    private byte[] attempt(String request, int number) throws IOException, InterruptedException {
        return attempt(engine, request, number);
    }

    private byte[] attempt(SimEngine engine, String request, int number) throws IOException, InterruptedException {
        HttpRequest sent = HttpRequest.newBuilder(engine.url().resolve("/v1/completions"))
                .header("x-request-id", request + "-" + number)
                .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\",\"prompt\":[1,2,3],\"max_tokens\":2}"))
                .build();
        byte[] answer = http.send(sent, HttpResponse.BodyHandlers.ofByteArray()).body();
        // The engine notes that it has sent the last byte after it has sent it.
        await().until(() -> engine.requests().of("/v1/completions").stream()
                .allMatch(got -> got.outcome() == ReceivedRequest.Outcome.ANSWERED));
        return answer;
    }

    private static ClientAnswer answered(byte[] body, long firstByteNanos) {
        return new ClientAnswer(200, body, firstByteNanos, Ending.WHOLE, 0);
    }

    @Test
    void oneAttemptOfWhichTheClientGetsEveryByteIsAsItShouldBe() throws Exception {
        byte[] body = attempt(ledger.begin(0), 1);

        ledger.end(0, false, answered(body, System.nanoTime()));

        assertThat(ledger.findings()).isEmpty();
        assertThat(ledger.outcomes()).containsOnlyKeys("answered");
    }

    @Test
    void attemptAfterTheFirstByteIsFound() throws Exception {
        String request = ledger.begin(0);
        byte[] body = attempt(request, 1);
        long firstByte = System.nanoTime();
        attempt(request, 2);

        ledger.end(0, false, answered(body, firstByte));

        assertThat(ledger.findings()).containsKey(Finding.RETRIED_AFTER_BYTES);
    }

    @Test
    void attemptBeforeTheFirstByteIsNotThatButGeneratesTwice() throws Exception {
        String request = ledger.begin(0);
        attempt(request, 1);
        byte[] body = attempt(request, 2);

        ledger.end(0, false, answered(body, System.nanoTime()));

        assertThat(ledger.findings()).containsOnlyKeys(Finding.GENERATED_TWICE);
    }

    @Test
    void attemptAfterTheEndOfAnAnswerIsFoundAlsoWhileTheNextRequestIsOpen() throws Exception {
        String request = ledger.begin(0);
        byte[] body = attempt(request, 1);
        ledger.end(0, false, answered(body, System.nanoTime()));

        attempt(request, 2);
        assertThat(ledger.findings()).containsEntry(Finding.RETRIED_AFTER_BYTES, 1);

        ledger.begin(0);
        attempt(request, 3);
        assertThat(ledger.findings()).containsEntry(Finding.RETRIED_AFTER_BYTES, 2);
    }

    /** The try that it was sent with had failed before the one that answered. */
    @Test
    void whatAnEngineReadsLateBecauseItHungIsNoAttemptAfterBytes() throws Exception {
        String request = ledger.begin(0);
        long began = System.nanoTime();
        byte[] body = attempt(request, 1);
        ledger.end(0, false, answered(body, System.nanoTime()));
        member.hung(new Hang(began, System.nanoTime()));
        attempt(request, 2);
        assertThat(ledger.findings()).isEmpty();

        String next = ledger.begin(0);
        body = attempt(next, 1);
        ledger.end(0, false, answered(body, System.nanoTime()));
        attempt(next, 2);
        assertThat(ledger.findings()).as("it has not hung since").containsOnlyKeys(Finding.RETRIED_AFTER_BYTES);
    }

    @Test
    void hangThatBeganAfterTheFirstByteExplainsNoAttempt() throws Exception {
        String request = ledger.begin(0);
        byte[] body = attempt(request, 1);
        ledger.end(0, false, answered(body, System.nanoTime()));
        member.hung(new Hang(System.nanoTime(), System.nanoTime()));

        attempt(request, 2);

        assertThat(ledger.findings()).containsOnlyKeys(Finding.RETRIED_AFTER_BYTES);
    }

    @ParameterizedTest
    @CsvSource({"0,50,20,60,true", "0,50,20,2049,true", "0,50,20,2051,false", "0,50,20,49,false", "30,50,20,60,false"})
    void hangExplainsWhatIsReadInTheFirstMomentsAfterIt(
            int began, int ended, int firstByte, int arrived, boolean explained) {
        assertThat(new Hang(millis(began), millis(ended)).explains(millis(10), millis(firstByte), millis(arrived)))
                .isEqualTo(explained);
        assertThat(new Hang(millis(began), millis(ended)).explains(millis(51), millis(firstByte), millis(arrived)))
                .as("was over when the request began")
                .isFalse();
    }

    private static long millis(int count) {
        return TimeUnit.MILLISECONDS.toNanos(count);
    }

    /** Its pair fails with it, though decode has sent all of its answer. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void answerWhosePrefillWasInTroubleMayBeGeneratedAgain(boolean trouble) throws Exception {
        try (SimEngine prefill = SimEngine.start(
                SimEngineConfig.builder(Engine.VLLM, Role.PREFILL).model("m").build())) {
            Member partner = new Member(prefill);
            ledger.watch(partner);
            String request = ledger.begin(0);
            attempt(prefill, request, 1);
            attempt(request, 1);
            if (trouble) {
                partner.troubled();
            }
            attempt(prefill, request, 2);
            byte[] body = attempt(request, 2);

            ledger.end(0, false, answered(body, System.nanoTime()));

            assertThat(ledger.findings().containsKey(Finding.GENERATED_TWICE)).isEqualTo(!trouble);
        }
    }

    @Test
    void fourthAttemptIsOneTooMany() throws Exception {
        String request = ledger.begin(0);
        byte[] body = {};
        for (int i = 1; i <= 4; i++) {
            body = attempt(request, i);
        }

        ledger.end(0, false, answered(body, System.nanoTime()));

        assertThat(ledger.findings()).containsKey(Finding.TOO_MANY_ATTEMPTS);
    }
}
