package dev.warmpath.it.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What happens to engines in containers: killed, frozen, moved to another address, cut off on one way or the other. */
@ExtendWith(OneFleet.class)
class EngineTroubleIT {

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final long ROUTER_MEMORY = 512L << 20;
    private static final String ROUTER = "router";
    private static final List<String> LIVE = List.of("live", "live");

    @SuppressWarnings("NullAway.Init")
    private static ContainerFleet fleet;

    private static final FleetClient client = new FleetClient();
    private static int chats = 0;

    @BeforeAll
    static void start(ContainerFleet shared) throws IOException {
        fleet = shared;
        fleet.routers(ROUTER_MEMORY, ContainerFleet.QUICK_PROBES, ROUTER);
    }

    @AfterAll
    static void stop() {
        awaitWhole();
        fleet.remove(ROUTER);
    }

    @BeforeEach
    void everybodyIsThere() {
        awaitWhole();
    }

    private static String router() {
        return fleet.address(ROUTER);
    }

    private static void awaitWhole() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (String name : List.of("prefill-0", "prefill-1")) {
                assertThat(client.worker(router(), name).path("state").asText())
                        .as(name)
                        .isEqualTo("active");
                assertThat(client.streams(router(), name)).as(name).isEqualTo(LIVE);
            }
            assertThat(client.worker(router(), "decode-0").path("state").asText())
                    .isEqualTo("active");
        });
    }

    private static String newChat() {
        return FleetClient.chat(chats++);
    }

    /** Sends new chats until each worker has done a prefill. */
    private static void awaitPrefillsOn(String... names) {
        Set<String> missing = new HashSet<>(Set.of(names));
        await().atMost(PATIENCE).until(() -> {
            String target = client.prefillOf(router(), newChat());
            missing.removeIf(name -> target.startsWith("http://" + name + ":"));
            return missing.isEmpty();
        });
    }

    /** Until its blocks are known: a repeated chat goes where it was prefilled, for that it is cached there. */
    private static void awaitWarm(String name) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            String chat = newChat();
            String first = client.prefillOf(router(), chat);
            assertThat(first).startsWith("http://" + name + ":");
            long before = client.blocks(router(), name);
            assertThat(before).isPositive();
            assertThat(client.prefillOf(router(), chat)).isEqualTo(first);
        });
    }

    @Test
    void aKilledEngineIsLeftAloneAndTakenBack() {
        fleet.kill("prefill-0");

        for (int i = 0; i < 5; i++) {
            assertThat(client.prefillOf(router(), newChat())).startsWith("http://prefill-1:");
        }

        fleet.start("prefill-0");
        awaitWhole();
        awaitPrefillsOn("prefill-0", "prefill-1");
    }

    /** Names are resolved again: neither HTTP nor ZMQ stays with the address that a name once had. */
    @Test
    void anEngineThatComesBackAtAnotherAddressIsFoundByItsName() {
        awaitWarm("prefill-0");
        String before = fleet.address("prefill-0");

        fleet.moveTo("prefill-0", "prefill-1");

        assertThat(fleet.address("prefill-0")).isNotEqualTo(before);
        awaitWhole();
        awaitWarm("prefill-0");
    }

    @Test
    void aFrozenEngineGetsNothingUntilItIsBack() {
        fleet.pause("prefill-0");
        try {
            await().atMost(PATIENCE)
                    .until(() -> !client.worker(router(), "prefill-0")
                            .path("state")
                            .asText()
                            .equals("active"));

            for (int i = 0; i < 5; i++) {
                assertThat(client.prefillOf(router(), newChat())).startsWith("http://prefill-1:");
            }
        } finally {
            fleet.unpause("prefill-0");
        }
        awaitWhole();
        awaitPrefillsOn("prefill-0");
    }

    /** What is cached meanwhile is told by a replay afterwards. */
    @Test
    void eventsThatAreCutWhileHttpLivesAreMadeUpForByAReplay() {
        fleet.disconnect("prefill-0", Way.EVENTS);
        fleet.disconnect("prefill-1", Way.EVENTS);
        String chat = newChat();
        String first = client.prefillOf(router(), chat);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(client.streams(router(), "prefill-0"))
                        .as("the cut is seen while chats are answered")
                        .satisfies(states -> {
                            client.prefillOf(router(), newChat());
                            assertThat(states).isNotEqualTo(LIVE);
                        }));

        fleet.connect("prefill-0", Way.EVENTS);
        fleet.connect("prefill-1", Way.EVENTS);

        awaitWhole();
        assertThat(client.prefillOf(router(), chat)).isEqualTo(first);
    }

    @Test
    void httpThatIsCutWhileEventsLiveTakesTheWorkerOutAndKeepsWhatIsKnown() {
        awaitWarm("prefill-0");
        fleet.disconnect("prefill-0", Way.HTTP);

        for (int i = 0; i < 5; i++) {
            assertThat(client.prefillOf(router(), newChat())).startsWith("http://prefill-1:");
        }
        assertThat(client.blocks(router(), "prefill-0")).isPositive();

        fleet.connect("prefill-0", Way.HTTP);
        awaitWhole();
        awaitPrefillsOn("prefill-0");
    }
}
