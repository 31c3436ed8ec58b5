package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.ClusterSettings;
import dev.warmpath.config.settings.EngineLoadSettings;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.FeedbackSettings;
import dev.warmpath.config.settings.HintSettings;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.ResponseSettings;
import dev.warmpath.config.settings.SnapshotSettings;
import dev.warmpath.config.settings.TracingSettings;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.discovery.DiscoverySettings;
import dev.warmpath.config.settings.discovery.DnsSettings;
import dev.warmpath.config.settings.discovery.EtcdSettings;
import dev.warmpath.config.settings.discovery.KubernetesSettings;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ContentSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.scoring.SkipPrefillSettings;
import dev.warmpath.config.settings.scoring.TransferSettings;
import dev.warmpath.config.settings.server.ClientClocks;
import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.config.settings.tls.SourceTls;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A component of a settings record can be set under its own name: snake case, sizes without {@code Bytes}. */
class EveryComponentHasAKeyTest {

    /** Those whose keys are grouped further than the record is. */
    private static final Map<String, String> GROUPED = Map.of(
            "prefill_overlap_weight", "prefill.overlap_weight",
            "decode_overlap_weight", "decode.overlap_weight",
            "decode_crowd_tokens", "decode.crowd_tokens",
            "mixed_overlap_weight", "mixed.overlap_weight",
            "device_credit", "tier_credit.device",
            "host_credit", "tier_credit.host",
            "disk_credit", "tier_credit.disk");

    private static final Set<Class<?>> BESIDE = Set.of(ClientClocks.class, ClientKeySettings.class);

    static Stream<Arguments> sections() {
        return Stream.of(
                arguments("", WarmpathSettings.class),
                arguments("server.", ServerSettings.class),
                arguments("server.", ClientClocks.class),
                arguments("server.", ClientKeySettings.class),
                arguments("admission.", AdmissionSettings.class),
                arguments("admin.", AdminSettings.class),
                arguments("scoring.", ScoringSettings.class),
                arguments("scoring.transfer.", TransferSettings.class),
                arguments("scoring.skip_prefill.", SkipPrefillSettings.class),
                arguments("scoring.content.", ContentSettings.class),
                arguments("hints.", HintSettings.class),
                arguments("responses.", ResponseSettings.class),
                arguments("index.", IndexSettings.class),
                arguments("snapshot.", SnapshotSettings.class),
                arguments("events.", EventSettings.class),
                arguments("prompt.", PromptSettings.class),
                arguments("upstream.", UpstreamSettings.class),
                arguments("health.", HealthSettings.class),
                arguments("breaker.", BreakerSettings.class),
                arguments("feedback.", FeedbackSettings.class),
                arguments("engine_load.", EngineLoadSettings.class),
                arguments("tracing.", TracingSettings.class),
                arguments("cluster.", ClusterSettings.class),
                arguments("discovery[].", DiscoverySettings.class),
                arguments("discovery[].worker.", WorkerTemplate.class),
                arguments("discovery[].worker.kv_events.", WorkerTemplate.EventsTemplate.class),
                arguments("discovery[].dns.", DnsSettings.class),
                arguments("discovery[].etcd.", EtcdSettings.class),
                arguments("discovery[].etcd.tls.", SourceTls.class),
                arguments("discovery[].kubernetes.", KubernetesSettings.class),
                arguments("workers[].health.", HealthSettings.class),
                arguments("models[].", ModelSettings.class),
                arguments("workers[].", WorkerSettings.class));
    }

    @ParameterizedTest
    @MethodSource("sections")
    void componentsAreKeys(String section, Class<?> settings) {
        List<String> keys = Arrays.stream(settings.getRecordComponents())
                // Their keys stand beside those of the record that holds them; they have a line of their own above.
                .filter(component -> !BESIDE.contains(component.getType()))
                .map(component -> section + key(component))
                .toList();

        assertThat(ConfigLoader.knownKeys().shapes().keySet()).containsAll(keys);
        assertThat(keys).isNotEmpty();
    }

    private static String key(RecordComponent component) {
        String snake = component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
        String key = snake.replaceFirst("_bytes$", "");
        return GROUPED.getOrDefault(key, key);
    }
}
