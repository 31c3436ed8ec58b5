package dev.warmpath.it.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.command.InspectContainerResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What happens to routers in containers: replicas that are restarted in turn, and one that has little memory. */
@ExtendWith(OneFleet.class)
class RouterTroubleIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<String> ENGINES = List.of("prefill-0", "prefill-1", "decode-0");
    private static final List<String> REPLICAS = List.of("router-0", "router-1");
    private static final long MEMORY = 384L << 20;
    private static final int OK = 200;
    private static final int TOO_LONG = 400;
    private static final int NO_ROOM = 503;
    private static final int ENOUGH = 100;

    /** More than the tokenizer's memory could ever hold there, and as much as it can hold once. */
    private static final int TOO_LARGE_CHARS = 4 << 20;

    private static final int LARGE_CHARS = 64 << 10;
    private static final int ROUNDS = 3;
    private static final int AT_ONCE = 8;

    @SuppressWarnings("NullAway.Init")
    private static ContainerFleet fleet;

    private final FleetClient client = new FleetClient();

    @BeforeAll
    static void start(ContainerFleet shared) throws IOException {
        fleet = shared;
        fleet.routers(MEMORY, ContainerFleet.PATIENT_PROBES, REPLICAS.toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        fleet.remove(REPLICAS.toArray(String[]::new));
    }

    @BeforeEach
    void bothAreReadyAndHearEachOther() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(REPLICAS).allSatisfy(replica -> {
                    String address = fleet.address(replica);
                    assertThat(client.readiness(address)).startsWith("200 ");
                    assertThat(client.scrape(address)).contains("warmpath_cluster_members{state=\"live\"} 1.0");
                }));
    }

    @Test
    void replicasThatAreRestartedInTurnUnderLoadFailNoRequest() {
        try (LoadOnReplicas load = new LoadOnReplicas(fleet, REPLICAS)) {
            awaitMoreAnswers(load);
            for (String replica : REPLICAS) {
                fleet.stop(replica);
                assertThat(fleet.inspect(replica).getState().getExitCodeLong()).isZero();
                await().atMost(PATIENCE).until(() -> !load.uses(replica));
                awaitMoreAnswers(load);
                fleet.start(replica);
                await().atMost(PATIENCE).until(() -> load.uses(replica));
            }
            awaitMoreAnswers(load);
            load.finish();
            assertThat(load.failures())
                    .as(() -> REPLICAS.stream().map(fleet::log).collect(Collectors.joining("\n")))
                    .isEmpty();
        }
        bothAreReadyAndHearEachOther();
    }

    private static void awaitMoreAnswers(LoadOnReplicas load) {
        int wanted = load.answered() + ENOUGH;
        await().atMost(PATIENCE)
                .until(() -> load.answered() >= wanted || !load.failures().isEmpty());
    }

    /** Outside of the heap a prompt of 4 MiB would take up to a gigabyte while it is tokenized; nothing of the runtime bounds that. */
    @Test
    void aRouterWithLittleMemoryStaysWithinIt() {
        String address = fleet.address(REPLICAS.get(0));
        for (int round = 0; round < ROUNDS; round++) {
            sendAtOnce(address, TOO_LARGE_CHARS, round);
            sendAtOnce(address, LARGE_CHARS, round);
        }

        InspectContainerResponse.ContainerState state =
                fleet.inspect(REPLICAS.get(0)).getState();
        assertThat(state.getOOMKilled()).as(() -> ended(state)).isFalse();
        assertThat(state.getRunning()).as(() -> ended(state)).isTrue();
        assertThat(ENGINES)
                .allSatisfy(
                        engine -> assertThat(fleet.inspect(engine).getState().getRunning())
                                .as(engine)
                                .isTrue());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                client.send(address, FleetClient.chat(0)).join().statusCode())
                        .as(() -> fleet.log(REPLICAS.get(0)))
                        .isEqualTo(OK));
        assertThat(client.scrape(address))
                .as("some were too large, and the router says so")
                .containsPattern("warmpath_prompts_unhashed_total\\{reason=\"tokenizer_memory\"} [1-9]")
                .containsPattern("warmpath_tokenize_native_bytes 0\\.0");
    }

    private static String ended(InspectContainerResponse.ContainerState state) {
        return "exit status " + state.getExitCodeLong() + "; " + fleet.log(REPLICAS.get(0));
    }

    /** All are answered, by whoever it is: engines refuse what their context is too short for, and routers what they have no room for. */
    private void sendAtOnce(String address, int chars, int round) {
        // Not ASCII, of which known words are looked up and need none of that memory.
        String text = "m\u00e4p ".repeat(chars / 4);
        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, AT_ONCE)
                .mapToObj(i -> client.send(address, FleetClient.chatAbout(round + " " + i + " " + text)))
                .toList();
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answered(answer).statusCode())
                        .as(answered(answer).body())
                        .isIn(OK, TOO_LONG, NO_ROOM));
    }

    private static HttpResponse<String> answered(CompletableFuture<HttpResponse<String>> answer) {
        try {
            return answer.join();
        } catch (CompletionException failed) {
            throw new AssertionError(ended(fleet.inspect(REPLICAS.get(0)).getState()), failed);
        }
    }
}
