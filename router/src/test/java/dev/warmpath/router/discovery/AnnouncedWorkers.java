package dev.warmpath.router.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.discovery.source.Announcement;
import dev.warmpath.router.fleet.Fleet;

/** Announcements as the settings that come of them. */
final class AnnouncedWorkers {

    private AnnouncedWorkers() {}

    static WorkerSettings good(Announcement announcement, WarmpathSettings settings, Fleet fleet) {
        AnnouncedWorker judged = AnnouncedWorker.of(announcement, WorkerTemplate.nothing(), settings, fleet.view());
        assertThat(judged).isInstanceOf(AnnouncedWorker.Good.class);
        return ((AnnouncedWorker.Good) judged).settings();
    }
}
