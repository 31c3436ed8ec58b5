package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.Protocol;
import java.util.List;

/**
 * Targets that can serve a request together: same model, group and protocol. For {@link Protocol#NONE} the mixed
 * targets stand in {@code prefill} and {@code decode} is empty.
 */
public record Pairing(String group, Protocol protocol, List<Candidate> prefill, List<Candidate> decode) {

    public Pairing {
        prefill = List.copyOf(prefill);
        decode = List.copyOf(decode);
    }
}
