package dev.warmpath.router.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.load.SettingsPrinter;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.admin.reply.Replies;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.OverlapWeights;
import dev.warmpath.scorer.choice.PairChooser;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/** {@code /admin/config}: the configuration with what has been changed since the start, secrets masked. */
final class ConfigResource {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final WarmpathSettings atStart;
    private final Fleet fleet;
    private final PairChooser chooser;
    private final Replies replies;

    ConfigResource(WarmpathSettings atStart, Fleet fleet, PairChooser chooser, Replies replies) {
        this.atStart = atStart;
        this.fleet = fleet;
        this.chooser = chooser;
        this.replies = replies;
    }

    void get(HttpServerRequest request) {
        replies.json(request, 200, JSON.valueToTree(SettingsPrinter.tree(inForce())));
    }

    private WarmpathSettings inForce() {
        List<WorkerSettings> workers =
                fleet.view().workers().stream().map(Worker::settings).toList();
        OverlapWeights weights = chooser.weights();
        ScoringSettings scoring = atStart.scoring().reweighted(weights.prefill(), weights.decode(), weights.mixed());
        return atStart.withScoring(scoring).withWorkers(workers);
    }
}
