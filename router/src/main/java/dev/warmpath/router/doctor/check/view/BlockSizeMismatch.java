package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import dev.warmpath.scorer.index.BlockSizeState;

/** {@link ViewCheck#BLOCK_SIZE_MISMATCH}. */
public final class BlockSizeMismatch extends EachRank {

    @Override
    public CheckName name() {
        return ViewCheck.BLOCK_SIZE_MISMATCH;
    }

    @Override
    void look(RankEvidence rank, Evidence evidence, Findings findings) {
        if (rank.index().blockSizeState() == BlockSizeState.MISMATCH) {
            findings.fail(
                    rank.name(), rank.index().wrongBlockSize() + " blocks of another size than the configured one");
        }
    }
}
