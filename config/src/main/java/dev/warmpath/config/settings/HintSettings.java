package dev.warmpath.config.settings;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What a request may say about its own way ({@code hints:}). Each hint has a bounded effect; none reaches further than the
 * choice of targets.
 *
 * @param longFactor times the overlap weights for a prompt whose client wants it kept for long, 1 to {@value #MAX_LONG}
 * @param optOutFactor times the overlap weights for a prompt whose client does not want it cached, 0..1
 * @param sessions how requests of one session are kept together
 * @param sessionHeaders names of headers that name the session; the first that is there counts
 * @param sessionMembers names of body members that name it, where no header does; likewise
 * @param sessionBonus blocks that the session's targets are cheaper, in soft mode
 * @param sessionTtl how long after its last request a session's targets are remembered
 * @param maxSessions that are remembered; of more the least recent are forgotten
 */
public record HintSettings(
        double longFactor,
        double optOutFactor,
        SessionMode sessions,
        List<String> sessionHeaders,
        List<String> sessionMembers,
        double sessionBonus,
        Duration sessionTtl,
        int maxSessions) {

    /** The largest factor that a client can put on the overlap weights. */
    public static final double MAX_LONG = 4;

    /** The largest bonus; with more, a session would wait behind any queue, which is what hard mode is for. */
    public static final double MAX_BONUS = 4096;

    /** How requests of one session are kept together. */
    public enum SessionMode {
        /** Only by what the caches hold. */
        NONE,
        /** Its targets are a little cheaper. */
        SOFT,
        /** It goes to its targets as long as they may be chosen. */
        HARD;

        /** As configuration and answers write it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public HintSettings {
        sessionHeaders = List.copyOf(sessionHeaders);
        sessionMembers = List.copyOf(sessionMembers);
    }

    public static HintSettings defaults() {
        return new HintSettings(
                2,
                0.1,
                SessionMode.NONE,
                List.of("x-session-id"),
                List.of("prompt_cache_key", "session_id"),
                32,
                Duration.ofHours(1),
                100_000);
    }

    /** These hints with sessions kept together in another way. */
    public HintSettings withSessions(SessionMode mode) {
        return new HintSettings(
                longFactor, optOutFactor, mode, sessionHeaders, sessionMembers, sessionBonus, sessionTtl, maxSessions);
    }
}
