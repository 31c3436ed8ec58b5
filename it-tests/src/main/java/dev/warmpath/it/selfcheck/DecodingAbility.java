package dev.warmpath.it.selfcheck;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.events.decode.BatchDecoder;
import dev.warmpath.events.decode.DecodedBatch;
import java.io.IOException;
import java.util.List;

/** Decodes batches of events as engines send them. */
final class DecodingAbility implements Ability {

    @Override
    public String show() throws IOException {
        BatchDecoder decoder = new BatchDecoder(EventSettings.defaults().maxHashesPerEvent());
        List<GoldenPayload> goldens = GoldenPayload.all();
        for (GoldenPayload golden : goldens) {
            DecodedBatch batch = decoder.decode(golden.payload());
            String seen = GoldenPayload.describe(batch.events());
            if (!seen.equals(golden.events()) || !batch.rejected().isEmpty()) {
                throw new IllegalStateException(golden.name() + " was read as \"" + seen + "\" with " + batch.rejected()
                        + " rejected, instead of \"" + golden.events() + "\"");
            }
        }
        return goldens.size() + " golden payloads";
    }
}
