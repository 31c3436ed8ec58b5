package dev.warmpath.router.doctor.check.prompt;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.PromptCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;

/** {@link PromptCheck#CHATS_UNMATCHED}. */
public final class ChatsUnmatched implements Check {

    @Override
    public CheckName name() {
        return PromptCheck.CHATS_UNMATCHED;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        for (WorkerEvidence worker : evidence.now().workers()) {
            if (!worker.foreignChats().isEmpty()) {
                Engine named = worker.settings().engine();
                findings.warn(
                        worker.id(),
                        "runs " + (named == null ? "another engine" : named) + ", and chats of " + worker.foreignChats()
                                + " are prepared as another engine does");
            }
        }
        findings.fine(evidence.now().workers().size() + " workers, each model on one engine");
    }
}
