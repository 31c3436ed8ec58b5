package dev.warmpath.router.admin;

import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.scorer.choice.OverlapWeights;
import dev.warmpath.scorer.choice.PairChooser;
import io.vertx.core.http.HttpServerRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /admin/weights}. */
final class WeightsResource {

    private static final Logger log = LoggerFactory.getLogger(WeightsResource.class);

    private final PairChooser chooser;
    private final Replies replies;

    WeightsResource(PairChooser chooser, Replies replies) {
        this.chooser = chooser;
        this.replies = replies;
    }

    void get(HttpServerRequest request) {
        replies.json(request, 200, WeightsJson.of(chooser.weights()));
    }

    void put(HttpServerRequest request) {
        replies.withBody(request, this::put);
    }

    private void put(HttpServerRequest request, JsonBody body) throws BadRequest {
        OverlapWeights before = chooser.weights();
        OverlapWeights after = WeightsJson.read(body, before);
        chooser.setWeights(after);
        if (!after.equals(before)) {
            log.atInfo().addKeyValue("old", before).addKeyValue("new", after).log("overlap weights changed");
        }
        replies.json(request, 200, WeightsJson.of(after));
    }
}
