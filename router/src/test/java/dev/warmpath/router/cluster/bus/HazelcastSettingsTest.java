package dev.warmpath.router.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.cluster.ClusterState;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.spi.exception.CallerNotMemberException;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import dev.warmpath.config.settings.ClusterSettings;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What members may send each other as Java objects. */
class HazelcastSettingsTest {

    private final InternalSerializationService members =
            service(HazelcastSettings.of(ClusterSettings.defaults(), "g").getSerializationConfig());

    /** Two that join at one moment get such an answer; unread, each would wait for it until its join fails. */
    @Test
    void anErrorThatAMemberAnswersWithCanBeRead() {
        for (Throwable error : List.of(
                new RetryableHazelcastException("not yet", new IOException("reset")),
                new CallerNotMemberException("not joined"),
                new IllegalStateException("stopping", new IllegalArgumentException("no")),
                new TimeoutException())) {
            assertThat((Throwable) members.toObject(members.toData(error)))
                    .hasSameClassAs(error)
                    .hasMessage(error.getMessage());
        }
    }

    /** By the states that they agree on first; unread, two halves of two members each would stay apart for good. */
    @Test
    void whatMembersAgreeOnBeforeTheyGoOverToAnotherHalfCanBeRead() {
        for (ClusterState state : ClusterState.values()) {
            assertThat(members.<ClusterState>toObject(members.toData(state))).isEqualTo(state);
        }
    }

    @Test
    void anObjectOfAnyOtherClassIsNotMade() {
        Data foreign = service(new SerializationConfig()).toData(new BitSet());

        assertThatThrownBy(() -> members.toObject(foreign)).hasRootCauseInstanceOf(SecurityException.class);
    }

    private static InternalSerializationService service(SerializationConfig config) {
        return new DefaultSerializationServiceBuilder().setConfig(config).build();
    }
}
