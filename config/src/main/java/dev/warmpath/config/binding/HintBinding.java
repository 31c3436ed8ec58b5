package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.choice;
import static dev.warmpath.config.section.Kinds.decimal;
import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.HintSettings;
import dev.warmpath.config.settings.HintSettings.SessionMode;
import java.time.Duration;
import java.util.List;

/** The {@code hints} section. */
final class HintBinding {

    private static final Kind<Double> LONG = decimal(1, HintSettings.MAX_LONG, "a number from 1 to 4");
    private static final Kind<Double> OPT_OUT = decimal(0, 1, "a number from 0 to 1");
    private static final Kind<Double> BONUS = decimal(0, HintSettings.MAX_BONUS, "blocks, a number from 0 to 4096");
    private static final Kind<SessionMode> MODE = choice(SessionMode.values(), SessionMode::key);

    private HintBinding() {}

    static HintSettings bind(Section section, HintSettings now) {
        List<String> headers = section.values("session_headers", text(), now.sessionHeaders());
        List<String> members = section.values("session_members", text(), now.sessionMembers());
        HintSettings hints = new HintSettings(
                section.value("long_factor", LONG, now.longFactor()),
                section.value("opt_out_factor", OPT_OUT, now.optOutFactor()),
                section.value("sessions", MODE, now.sessions()),
                headers == null ? now.sessionHeaders() : headers,
                members == null ? now.sessionMembers() : members,
                section.value("session_bonus", BONUS, now.sessionBonus()),
                section.value("session_ttl", duration(Duration.ofSeconds(1), Duration.ofDays(30)), now.sessionTtl()),
                section.value("max_sessions", integer(1, 10_000_000), now.maxSessions()));
        if (hints.sessions() != SessionMode.NONE
                && hints.sessionHeaders().isEmpty()
                && hints.sessionMembers().isEmpty()) {
            section.refuse(
                    "sessions",
                    "are to be kept together, and nothing names one",
                    hints.sessions().key(),
                    "Write session_headers or session_members, or sessions: none");
        }
        return hints;
    }
}
