package dev.warmpath.it.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Four routers as processes before four workers; those that are frozen and killed come last, since they do not come back. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReplicasIT {

    private static final int ROUTERS = 4;
    private static final int WORKERS = 4;
    private static final int PROMPT_TOKENS = 512;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Halves look for each other every two seconds; then the routers of one of them join the other, each anew. */
    private static final Duration HEALED = Duration.ofSeconds(60);

    private @Nullable Replicas started;
    private @Nullable Path directory;

    @BeforeAll
    void start(@TempDir Path files) {
        directory = files;
        started = new Replicas(files, ROUTERS, WORKERS, true);
    }

    @AfterAll
    void stop() {
        if (started != null) {
            started.close();
        }
    }

    private Replicas replicas() {
        return Objects.requireNonNull(started);
    }

    private RouterProcess router(int number) {
        return replicas().router(number);
    }

    @Test
    @Order(1)
    void aBurstOfIdenticalPromptsGivesNoTargetMuchMoreThanOneRouterWould() {
        List<RouterProcess> all = replicas().routers();
        Map<String, Integer> one = replicas()
                .burst(List.of(router(0)), Replicas.identical(ROUTERS * 64, Replicas.prompt(1, PROMPT_TOKENS)));
        Map<String, Integer> four =
                replicas().burst(all, Replicas.identical(ROUTERS * 64, Replicas.prompt(2, PROMPT_TOKENS)));

        assertThat(four.values().stream().mapToInt(share -> share).sum()).isEqualTo(ROUTERS * 64);
        assertThat(Collections.max(four.values()))
                .as("shares of four routers %s, of one %s", four, one)
                .isLessThanOrEqualTo((int) (1.3 * Collections.max(one.values())));
    }

    /** Without sharing each router would take the workers that the others have filled for idle ones. */
    @Test
    @Order(2)
    void aTargetThatOtherRoutersHaveFilledIsLeftAlone() {
        List<Replicas.OpenStream> open = new ArrayList<>();
        try {
            Set<String> filled = new HashSet<>();
            for (int i = 0; i < WORKERS - 1; i++) {
                int known = i;
                await().atMost(PATIENCE).until(() -> Replicas.others(router(3)) == known);
                open.add(replicas().open(router(i), Replicas.prompt(10 + i, 4 * PROMPT_TOKENS)));
                filled.add(open.get(i).target());
                int opened = i + 1;
                await().atMost(PATIENCE)
                        .until(() -> Replicas.others(router(3)) == opened
                                && Replicas.others(router(opened % ROUTERS)) == opened);
            }
            assertThat(filled).as("each router sees what those before it did").hasSize(WORKERS - 1);

            Map<String, Integer> last =
                    replicas().burst(List.of(router(3)), List.of(Replicas.prompt(20, PROMPT_TOKENS)));

            assertThat(last.keySet()).doesNotContainAnyElementsOf(filled);
        } finally {
            open.forEach(Replicas.OpenStream::close);
        }
        await().atMost(PATIENCE).until(() -> Replicas.others(router(3)) == 0);
    }

    @Test
    @Order(3)
    void weightsAndDrainsThatAreChangedOnOneHoldOnAll() {
        String worker = replicas().workers().get(2);
        router(1).change("PUT", "/admin/weights", "{\"mixed\":{\"overlap_weight\":11.5}}");
        router(2).change("POST", "/admin/workers/" + encoded(worker) + "/drain", "");

        for (RouterProcess router : replicas().routers()) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(router.get("/admin/weights")
                                .at("/mixed/overlap_weight")
                                .asDouble())
                        .isEqualTo(11.5);
                assertThat(router.get("/admin/workers/" + encoded(worker))
                                .path("draining")
                                .asBoolean())
                        .isTrue();
            });
        }
        router(0).change("POST", "/admin/workers/" + encoded(worker) + "/undrain", "");
        await().atMost(PATIENCE)
                .until(() -> replicas().routers().stream()
                        .allMatch(router -> router.metric("warmpath_worker_draining", "") == 0));
    }

    /** First open everywhere, then closed: on one router alone the file of keys is changed. */
    @Test
    @Order(4)
    void keysThatAreChangedOnOneHoldOnAll() {
        Path files = Objects.requireNonNull(directory);
        Replicas.keys(files, 2, Map.of("team-a", Replicas.KEY, "team-b", "sk-new"));
        for (RouterProcess router : replicas().routers()) {
            await().atMost(PATIENCE).until(() -> replicas().status(router, "sk-new") == 200);
        }

        Replicas.keys(files, 2, Map.of("team-a", Replicas.KEY));
        for (RouterProcess router : replicas().routers()) {
            await().atMost(PATIENCE).until(() -> replicas().status(router, "sk-new") == 401);
            assertThat(replicas().status(router, Replicas.KEY)).isEqualTo(200);
        }
    }

    /**
     * Two and two, until each takes the other side's for lost and has become a cluster of its own: each side serves, changes
     * things and counts its own load alone.
     */
    @Test
    @Order(5)
    void aPartedNetworkServesOnBothSidesAndAgreesWhenItHeals() {
        Path files = Objects.requireNonNull(directory);
        String first = replicas().workers().get(0);
        String second = replicas().workers().get(1);
        try (Replicas.OpenStream here = replicas().open(router(0), Replicas.prompt(50, PROMPT_TOKENS));
                Replicas.OpenStream there = replicas().open(router(3), Replicas.prompt(51, PROMPT_TOKENS))) {
            assertThat(replicas().workers()).anyMatch(worker -> here.target().startsWith(worker));
            assertThat(replicas().workers()).anyMatch(worker -> there.target().startsWith(worker));
            for (int i : List.of(1, 2)) {
                await().atMost(PATIENCE).until(() -> Replicas.others(router(i)) == 2);
            }

            replicas().relay().part(Set.of(1, 2));
            for (RouterProcess router : replicas().routers()) {
                await().atMost(PATIENCE).until(() -> Replicas.heard(router) == 1);
            }
            assertThat(Replicas.others(router(1))).as("its own side's").isEqualTo(1);
            assertThat(Replicas.others(router(2))).as("its own side's").isEqualTo(1);
            assertThat(Replicas.others(router(0))).isZero();
            router(0).change("PUT", "/admin/weights", "{\"mixed\":{\"overlap_weight\":13.5}}");
            router(0).change("POST", "/admin/workers/" + encoded(first) + "/drain", "");
            router(2).change("POST", "/admin/workers/" + encoded(second) + "/drain", "");
            router(2).change("PUT", "/admin/weights", "{\"mixed\":{\"overlap_weight\":14.5}}");
            await().atMost(PATIENCE).until(() -> weight(router(1)) == 13.5 && weight(router(3)) == 14.5);
            Replicas.keys(files, 2, Map.of("team-a", Replicas.KEY, "team-c", "sk-parted"));
            for (int i : List.of(0, 1)) {
                await().atMost(PATIENCE).until(() -> replicas().status(router(i), "sk-parted") == 200);
            }
            for (RouterProcess router : replicas().routers()) {
                assertThat(replicas().burst(List.of(router), List.of(Replicas.prompt(52, PROMPT_TOKENS))))
                        .hasSize(1);
                await().atMost(PATIENCE).until(() -> router.metric("warmpath_cluster_members", "state=\"lost\"") == 2);
            }
            assertThat(replicas().status(router(3), "sk-parted")).isEqualTo(401);

            replicas().relay().heal();
            for (RouterProcess router : replicas().routers()) {
                await().atMost(HEALED).until(() -> Replicas.heard(router) == 3);
                await().atMost(HEALED).until(() -> weight(router) == 14.5);
                await().atMost(HEALED).until(() -> replicas().status(router, "sk-parted") == 200);
                await().atMost(HEALED).until(() -> router.metric("warmpath_worker_draining", "") == 2);
                await().atMost(HEALED).until(() -> router.metric("warmpath_cluster_member_differs", "") == 0);
                assertThat(router.metric("warmpath_cluster_members", ""))
                        .as("no phantom beside")
                        .isEqualTo(3);
            }
            await().atMost(HEALED).until(() -> Replicas.others(router(1)) == 2 && Replicas.others(router(0)) == 1);
        }
        for (String worker : List.of(first, second)) {
            router(1).change("POST", "/admin/workers/" + encoded(worker) + "/undrain", "");
        }
        for (RouterProcess router : replicas().routers()) {
            await().atMost(PATIENCE)
                    .until(() -> router.metric("warmpath_worker_draining", "") == 0 && Replicas.others(router) == 0);
        }
    }

    private static double weight(RouterProcess router) {
        return router.get("/admin/weights").at("/mixed/overlap_weight").asDouble();
    }

    /** Of all that the tests before this one have sent between routers. */
    @Test
    @Order(6)
    void neitherSecretsNorKeysNorPromptsCrossTheNetwork() {
        String said = replicas().relay().said();
        assertThat(said)
                .as("messages went over it")
                .contains("r1")
                .contains(replicas().workers().get(0));
        assertThat(said.contains("team-b"))
                .as("keys were told, by name and digest")
                .isTrue();
        assertThat(said.contains(Replicas.SECRET)).isFalse();
        assertThat(said.contains(Replicas.KEY)).isFalse();
        assertThat(said.contains("sk-new")).isFalse();
        assertThat(said.contains("sk-parted")).isFalse();
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            ByteBuffer tokens = ByteBuffer.allocate(16).order(order);
            Arrays.stream(Replicas.prompt(1, 4)).forEach(tokens::putInt);
            assertThat(said.contains(new String(tokens.array(), StandardCharsets.ISO_8859_1)))
                    .isFalse();
        }
        assertThat(said.contains("100001, 100002") || said.contains("100001,100002"))
                .isFalse();
    }

    @Test
    @Order(7)
    void aFrozenRouterCountsForNothingAndTakesTheNewestWhenItGoesOn() {
        try (Replicas.OpenStream open = replicas().open(router(3), Replicas.prompt(30, PROMPT_TOKENS))) {
            assertThat(replicas().workers()).anyMatch(worker -> open.target().startsWith(worker));
            await().atMost(PATIENCE).until(() -> Replicas.others(router(0)) == 1);

            router(3).freeze();
            await().atMost(PATIENCE).until(() -> Replicas.others(router(0)) == 0 && Replicas.heard(router(0)) == 2);
            router(0).change("PUT", "/admin/weights", "{\"mixed\":{\"overlap_weight\":12.5}}");

            router(3).thaw();
            await().atMost(PATIENCE).until(() -> Replicas.heard(router(0)) == 3 && Replicas.others(router(0)) == 1);
            await().atMost(PATIENCE)
                    .until(() -> router(3)
                                    .get("/admin/weights")
                                    .at("/mixed/overlap_weight")
                                    .asDouble()
                            == 12.5);
        }
    }

    @Test
    @Order(8)
    void aKilledRoutersLoadGoesAtOnceAndTheDoctorNamesIt() {
        try (Replicas.OpenStream open = replicas().open(router(3), Replicas.prompt(40, PROMPT_TOKENS))) {
            assertThat(replicas().workers()).anyMatch(worker -> open.target().startsWith(worker));
            await().atMost(PATIENCE).until(() -> Replicas.others(router(0)) == 1);

            router(3).kill();

            await().atMost(PATIENCE).until(() -> Replicas.others(router(0)) == 0 && Replicas.others(router(1)) == 0);
        }
        await().atMost(PATIENCE)
                .until(() -> router(0).get("/admin/doctor").toString().contains("router r4 is lost"));
        assertThat(router(0).get("/admin/doctor").toString()).doesNotContain("router r2 is");
        Map<String, Integer> served = replicas()
                .burst(replicas().routers().subList(0, 3), Replicas.identical(6, Replicas.prompt(41, PROMPT_TOKENS)));
        assertThat(served.values().stream().mapToInt(share -> share).sum()).isEqualTo(6);
    }

    private static String encoded(String worker) {
        return URLEncoder.encode(worker, StandardCharsets.UTF_8);
    }
}
