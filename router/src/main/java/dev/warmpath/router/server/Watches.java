package dev.warmpath.router.server;

import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.router.bootstrap.BootstrapWatch;
import dev.warmpath.router.detect.AdapterWatch;
import dev.warmpath.router.detect.EngineWatch;
import dev.warmpath.router.fleet.BlockSizeWatch;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.health.HealthWatch;
import dev.warmpath.router.poll.LoadWatch;
import dev.warmpath.router.watch.NameWatch;
import java.time.Duration;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What goes on in a router whether or not a request comes: looks at workers, names, engines and itself. */
final class Watches {

    private static final Logger log = LoggerFactory.getLogger(Watches.class);

    /** How soon a block size that differs from configuration is told, and how late a learned block may be let go. */
    private static final Duration WATCH_PERIOD = Duration.ofSeconds(1);

    /** How late a target in trouble may be let back. */
    private static final Duration TRIAL_PERIOD = Duration.ofMillis(250);

    /** How often the doctor takes a look to compare later ones with. */
    private static final Duration DOCTOR_PERIOD = Duration.ofSeconds(5);

    private final Parts parts;
    private final Deployments deployments;

    Watches(Parts parts, Deployments deployments) {
        this.parts = parts;
        this.deployments = deployments;
    }

    /** Returns when all of them look. They end with their event loops. */
    void start() {
        WarmpathSettings settings = parts.settings;
        Fleet fleet = parts.fleet;
        if (!settings.discovery().isEmpty()) {
            deployments.deployBlocking(parts.discovery, "discovery");
        }
        parts.tls.watch(deployments.vertx());
        parts.snapshots.start(fleet::view);
        tick();
        deployments.deploy(
                new NameWatch(fleet::view, parts.hostNames, settings.upstream().nameCheck()), "host names");
        deployments.deploy(
                new HealthWatch(fleet::view, fleet::probedWell, settings.health(), new SplittableRandom()), "health");
        deployments.deploy(new BootstrapWatch(fleet::view, settings.health()), "bootstrap servers");
        deployments.deploy(parts.bootstraps, "bootstrap ports");
        deployments.deploy(new EngineWatch(fleet::view, settings.health(), fleet::warnOfForeignChats), "engines");
        deployments.deploy(new AdapterWatch(fleet::view, settings.health()), "adapters");
        if (settings.engineLoad().enabled()) {
            deployments.deploy(
                    new LoadWatch(
                            fleet::view,
                            target -> parts.chooser.load(target).allRequests(),
                            settings.engineLoad(),
                            settings.events(),
                            parts.hostNames,
                            new SplittableRandom()),
                    "engine load");
        }
    }

    private void tick() {
        BlockSizeWatch blockSizes = new BlockSizeWatch();
        every(WATCH_PERIOD, () -> blockSizes.look(parts.fleet.view()));
        every(WATCH_PERIOD, () -> parts.index.expireLearned(System.nanoTime()));
        every(TRIAL_PERIOD, parts.fleet::retryTroubled);
        askDoctor();
        every(DOCTOR_PERIOD, this::askDoctor);
    }

    private void every(Duration period, Runnable look) {
        deployments.vertx().setPeriodic(period.toMillis(), tick -> look.run());
    }

    private void askDoctor() {
        deployments
                .vertx()
                .executeBlocking(() -> {
                    parts.doctor.watch();
                    return null;
                })
                .onFailure(failed -> log.atError().setCause(failed).log("the doctor could not look"));
    }
}
