package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Protocol;
import java.util.List;

/**
 * Targets that can serve a request together: same model, group and protocol. For {@link Protocol#NONE} the mixed
 * targets stand in {@code prefill} and {@code decode} is empty.
 *
 * @param placed whether some target says where it stands
 */
public record Pairing(
        String group, Protocol protocol, List<Candidate> prefill, List<Candidate> decode, boolean placed) {

    public Pairing {
        prefill = List.copyOf(prefill);
        decode = List.copyOf(decode);
    }

    public Pairing(String group, Protocol protocol, List<Candidate> prefill, List<Candidate> decode) {
        this(group, protocol, prefill, decode, anyPlaced(prefill) || anyPlaced(decode));
    }

    private static boolean anyPlaced(List<Candidate> side) {
        return side.stream().anyMatch(candidate -> candidate.place() != null);
    }
}
