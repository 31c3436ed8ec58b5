package dev.warmpath.it.handoff;

import static dev.warmpath.it.support.SimulatedFleet.prefillOf;
import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.SimRank;
import dev.warmpath.it.sim.http.ReceivedRequest;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A decode worker gets its KV from the prefill rank that was chosen, over every protocol. */
@ParameterizedClass
@EnumSource(
        value = Protocol.class,
        names = {"SGLANG_BOOTSTRAP", "VLLM_NIXL", "VLLM_MOONCAKE"})
@Timeout(120)
class HandOffIT {

    private static final int PROMPT = 20 * 16;

    @Parameter
    private Protocol protocol = Protocol.NONE;

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private List<SimEngine> prefills = List.of();
    private List<SimEngine> decodes = List.of();

    @BeforeEach
    void start() {
        prefills = List.of(engine(Role.PREFILL, 4), engine(Role.PREFILL, 0));
        decodes = List.of(engine(Role.DECODE, 0), engine(Role.DECODE, 4));
    }

    private SimEngine engine(Role role, int firstRank) {
        Engine engine = protocol == Protocol.SGLANG_BOOTSTRAP ? Engine.SGLANG : Engine.VLLM;
        return fleet.engine(SimEngineConfig.builder(engine, role)
                .protocol(protocol)
                .ranks(firstRank, 2)
                .times(TimeModel.instant())
                .build());
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    /** The engines are idle only when no block is kept for a decode leg; leases are longer than this test waits. */
    @Test
    void decodeFetchesTheBlocksOfEveryPrefill() {
        for (int seed = 1; seed <= 12; seed++) {
            assertThat(fleet.complete(prompt(seed, PROMPT)).statusCode()).isEqualTo(200);
        }

        fleet.awaitTruth();
        assertThat(ranks(prefills)).allMatch(rank -> rank.stats().usedBlocks() == 0);
        assertThat(prefills.stream().mapToLong(HandOffIT::requests).sum()).isEqualTo(12);
        assertThat(decodes.stream().mapToLong(HandOffIT::requests).sum()).isEqualTo(12);
        prefills.forEach(engine -> assertThat(engine.openMeetings()).isZero());
        assertThat(fleet.scrape()).doesNotContain("warmpath_hand_offs_missing_total{", "warmpath_leg_errors_total{");
    }

    @Test
    void aPromptThatWasSeenGoesToTheRankThatHoldsIt() {
        HttpResponse<String> first = fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();
        for (int seed = 2; seed < 8; seed++) {
            fleet.complete(prompt(seed, PROMPT));
        }
        fleet.awaitTruth();

        HttpResponse<String> again = fleet.complete(prompt(1, PROMPT));

        assertThat(prefillOf(again)).isEqualTo(prefillOf(first));
        assertThat(ranks(prefills).stream()
                        .mapToLong(rank -> rank.stats().cachedTokens())
                        .sum())
                .isPositive();
    }

    /** Engines before 0.13 found a hand-off by this id; all key state by it. */
    @Test
    void bothLegsHaveOneRequestIdThatIsNeverUsedAgain() {
        for (int seed = 1; seed <= 4; seed++) {
            fleet.complete(prompt(seed, PROMPT));
        }

        Set<String> ofPrefill = new HashSet<>();
        prefills.forEach(engine -> ofPrefill.addAll(ids(engine)));
        Set<String> ofDecode = new HashSet<>();
        decodes.forEach(engine -> ofDecode.addAll(ids(engine)));
        assertThat(ofPrefill).hasSize(4).isEqualTo(ofDecode);
    }

    /** Scenario 52: the decode worker serves it alone where the KV of one prefill can be fetched once only. */
    @Test
    void severalAnswersAreWholeWhateverTheHandOffCan() {
        HttpResponse<String> answer = fleet.post(
                "/v1/completions",
                "{\"model\":\"" + prefills.get(0).config().model()
                        + "\",\"prompt\":[1,2,3,4],\"n\":3,\"max_tokens\":4}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("\"index\":2");
        Awaitility.await()
                .untilAsserted(() -> prefills.forEach(
                        engine -> assertThat(engine.openMeetings()).isZero()));
        if (protocol != Protocol.SGLANG_BOOTSTRAP) {
            assertThat(prefills.stream().mapToLong(HandOffIT::requests).sum()).isZero();
            assertThat(fleet.scrape())
                    .contains("warmpath_hand_offs_missing_total{outcome=\"recomputed\",reason=\"several_answers\"");
            assertThat(answer.headers().firstValue("x-warmpath-prefill"))
                    .isEqualTo(answer.headers().firstValue("x-warmpath-decode"));
        }
    }

    private static long requests(SimEngine engine) {
        return ids(engine).size();
    }

    private static List<String> ids(SimEngine engine) {
        return engine.requests().all().stream()
                .filter(request -> request.method().equals("POST"))
                .map(HandOffIT::id)
                .toList();
    }

    private static String id(ReceivedRequest request) {
        return request.header("x-request-id").get(0);
    }

    private static List<SimRank> ranks(List<SimEngine> engines) {
        return engines.stream().flatMap(engine -> engine.ranks().stream()).toList();
    }
}
