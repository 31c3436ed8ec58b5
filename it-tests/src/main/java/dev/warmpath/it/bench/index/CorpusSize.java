package dev.warmpath.it.bench.index;

/**
 * How large an {@link IndexCorpus} is.
 *
 * @param ranks simulated ranks, among which the requests are dealt out
 * @param blocksPerRank blocks of {@value IndexCorpus#BLOCK_SIZE} tokens that a rank's cache holds
 * @param lengthFactor how many times as long prompts are as the trace says
 * @param copies how many times each request comes, each time with blocks of its own
 * @param requests requests at most, copies included
 */
public record CorpusSize(int ranks, int blocksPerRank, int lengthFactor, int copies, int requests) {

    public CorpusSize {
        if (ranks < 1 || blocksPerRank < 1 || lengthFactor < 1 || copies < 1 || requests < copies) {
            throw new IllegalArgumentException(
                    "ranks, blocks per rank, length factor and copies are 1 at least, and requests no fewer than"
                            + " copies: "
                            + ranks + ", " + blocksPerRank + ", " + lengthFactor + ", " + copies + ", " + requests);
        }
    }
}
