package dev.warmpath.router.discovery.source;

import dev.warmpath.config.settings.discovery.WorkerTemplate;
import java.net.URI;
import java.util.Map;

/**
 * One worker as a source announces it.
 *
 * @param origin what announces it, as an operator would look for it: a pod, a key, a DNS name and address
 * @param incarnation differs where the same origin or URL is another process than before; empty where the source cannot
 *     tell
 * @param url its URL, normalised, which is also in {@code values}
 * @param values the keys of an item of {@code workers:}
 */
public record Announcement(String origin, String incarnation, URI url, Map<String, Object> values, Presence presence) {

    public Announcement {
        values = Map.copyOf(values);
    }

    /** A worker that the source tells nothing of but its URL. */
    public static Announcement of(String origin, URI url, WorkerTemplate template) {
        return new Announcement(origin, "", url, template.at(url), Presence.SERVING);
    }

    /** The worker's id. */
    public String id() {
        return url.toString();
    }

    /** Values may hold the worker's API key. */
    @Override
    public String toString() {
        return "Announcement[" + origin + ", " + url + ", " + presence + "]";
    }
}
