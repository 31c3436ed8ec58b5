package dev.warmpath.router.cluster;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.router.cluster.shared.SharedSettings;
import dev.warmpath.router.cluster.wire.Hello;
import dev.warmpath.router.digest.Sha256;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.PairChooser;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What this router says of itself. Digests are of what routers must agree on to choose alike: the names of models and what
 * turns their prompts into tokens, the scoring as configured, and the workers that are registered now.
 */
final class Introduction {

    private static final int DIGEST_BYTES = 6;

    private final String name;
    private final String version;
    private final String models;
    private final String scoring;
    private final Supplier<FleetView> fleet;
    private final PairChooser chooser;
    private final SharedSettings shared;

    Introduction(WarmpathSettings settings, Supplier<FleetView> fleet, PairChooser chooser, SharedSettings shared) {
        this.name = settings.cluster().member();
        String built = Introduction.class.getPackage().getImplementationVersion();
        this.version = built == null ? "unreleased" : built;
        this.models = digest(
                settings.models().stream().map(ModelSettings::name).sorted().collect(Collectors.joining("\n")));
        this.scoring = digest(settings.scoring().toString());
        this.fleet = fleet;
        this.chooser = chooser;
        this.shared = shared;
    }

    Hello now() {
        String workers = fleet.get().workers().stream()
                .map(Introduction::essence)
                .sorted()
                .collect(Collectors.joining("\n"));
        return new Hello(
                name,
                version,
                models,
                scoring,
                digest(workers),
                chooser.weights().toString(),
                shared.digest(),
                List.of());
    }

    private static String essence(Worker worker) {
        return worker.id() + " " + worker.settings().role() + " "
                + worker.settings().group() + " "
                + worker.settings().dpStart() + "+" + worker.settings().dpSize() + " "
                + worker.settings().models();
    }

    private static String digest(String text) {
        return HexFormat.of().formatHex(Sha256.of(text), 0, DIGEST_BYTES);
    }
}
