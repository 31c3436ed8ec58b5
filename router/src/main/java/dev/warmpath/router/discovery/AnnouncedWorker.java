package dev.warmpath.router.discovery;

import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.WorkerResult;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.discovery.source.Announcement;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.RejectionReason;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.fleet.worker.Worker;
import java.util.List;
import java.util.stream.Collectors;

/** An announcement, judged by the rules that hold for the configuration's workers. */
sealed interface AnnouncedWorker {

    record Good(WorkerSettings settings) implements AnnouncedWorker {}

    record Bad(Rejection rejection) implements AnnouncedWorker {}

    /**
     * Judges an announcement.
     *
     * @param template of the source that announces it
     * @param view the fleet that it is to join; one of the same URL in it does not count
     */
    static AnnouncedWorker of(
            Announcement announcement, WorkerTemplate template, WarmpathSettings inForce, FleetView view) {
        if (template.tls() != null && "http".equals(announcement.url().getScheme())) {
            String detail = announcement.url() + " is plain http, and the source's workers have tls";
            return new Bad(new Rejection(announcement.origin(), RejectionReason.BAD_WORKER, detail));
        }
        List<WorkerSettings> others = view.workers().stream()
                .filter(worker -> !worker.id().equals(announcement.id()))
                .map(Worker::settings)
                .toList();
        WorkerResult result = ConfigLoader.worker(announcement.values(), inForce, others);
        if (result instanceof WorkerResult.Refused refused) {
            String problems =
                    refused.problems().stream().map(ConfigProblem::toString).collect(Collectors.joining(". "));
            return new Bad(new Rejection(announcement.origin(), RejectionReason.BAD_WORKER, problems));
        }
        return new Good(template.complete(((WorkerResult.Accepted) result).worker()));
    }
}
