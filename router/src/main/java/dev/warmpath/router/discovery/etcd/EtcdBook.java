package dev.warmpath.router.discovery.etcd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.router.discovery.source.Announcement;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.WantedSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The records under a prefix as of one revision. A listing is the whole truth at its revision; changes that a watch tells
 * are applied where they are later than that, in the order in which they come. Not thread-safe.
 */
final class EtcdBook {

    /** Under one prefix; ten times the workers of the largest fleets. */
    static final int MOST_RECORDS = 10_000;

    private final WorkerTemplate template;
    private Map<String, EtcdRecord> records = new TreeMap<>();
    private long revision;

    EtcdBook(WorkerTemplate template) {
        this.template = template;
    }

    /** From which on a watch completes it. */
    long nextRevision() {
        return revision + 1;
    }

    /**
     * Takes the answer to a range request.
     *
     * @return whether that changed anything
     */
    boolean listed(JsonNode answer) throws EtcdFault {
        JsonNode kvs = answer.path("kvs");
        if (answer.path("more").asBoolean() || kvs.size() > MOST_RECORDS) {
            throw tooMany();
        }
        Map<String, EtcdRecord> now = new TreeMap<>();
        for (JsonNode kv : kvs) {
            String key = key(kv);
            now.put(key, EtcdRecord.of(key, value(kv), template));
        }
        // A new cluster counts from the beginning, so a lower revision is taken, too.
        revision = answer.path("header").path("revision").asLong();
        boolean news = !now.equals(records);
        records = now;
        return news;
    }

    /**
     * Takes what a watch tells.
     *
     * @return whether that changed anything
     */
    boolean told(JsonNode result) throws EtcdFault {
        boolean news = false;
        long latest = revision;
        for (JsonNode event : result.path("events")) {
            JsonNode kv = event.path("kv");
            long at = kv.path("mod_revision").asLong();
            if (at <= revision) {
                continue;
            }
            latest = Math.max(latest, at);
            String key = key(kv);
            if (event.path("type").asText().equals("DELETE")) {
                news |= records.remove(key) != null;
            } else {
                EtcdRecord record = EtcdRecord.of(key, value(kv), template);
                news |= !record.equals(records.put(key, record));
            }
        }
        if (records.size() > MOST_RECORDS) {
            throw tooMany();
        }
        revision = latest;
        return news;
    }

    WantedSet wanted() {
        List<Announcement> announced = new ArrayList<>();
        List<Rejection> rejected = new ArrayList<>();
        for (EtcdRecord record : records.values()) {
            if (record instanceof EtcdRecord.Good good) {
                announced.add(good.announcement());
            } else if (record instanceof EtcdRecord.Bad bad) {
                rejected.add(bad.rejection());
            }
        }
        return new WantedSet(announced, rejected);
    }

    private static EtcdFault tooMany() {
        return new EtcdFault(
                FaultReason.ANSWER_TOO_LARGE, "there are more than " + MOST_RECORDS + " keys under the prefix");
    }

    private static String key(JsonNode kv) throws EtcdFault {
        return new String(decoded(kv.path("key")), StandardCharsets.UTF_8);
    }

    private static byte[] value(JsonNode kv) throws EtcdFault {
        return decoded(kv.path("value"));
    }

    private static byte[] decoded(JsonNode base64) throws EtcdFault {
        try {
            return Base64.getDecoder().decode(base64.asText(""));
        } catch (IllegalArgumentException wrong) {
            throw new EtcdFault(FaultReason.MALFORMED_ANSWER, "a key or value is no base64");
        }
    }
}
