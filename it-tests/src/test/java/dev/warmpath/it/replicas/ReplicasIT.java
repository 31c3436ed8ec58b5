package dev.warmpath.it.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReplicasIT {

    private static final int ROUTERS = 4;
    private static final int WORKERS = 4;
    private static final int PROMPT_TOKENS = 512;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private @Nullable Replicas started;

    @BeforeAll
    void start(@TempDir Path directory) {
        started = new Replicas(directory, ROUTERS, WORKERS, true);
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

    @Test
    @Order(4)
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
    @Order(5)
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
        return java.net.URLEncoder.encode(worker, java.nio.charset.StandardCharsets.UTF_8);
    }
}
