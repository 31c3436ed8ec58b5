package dev.warmpath.config.settings.discovery;

import dev.warmpath.config.address.DnsServer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A name whose records are workers ({@code discovery[].dns:}).
 *
 * @param name what is looked up
 * @param record which of its records
 * @param family which addresses are asked for
 * @param port of every worker, where the records do not tell it; null exactly for {@link RecordType#SRV}
 * @param scheme {@code http} or {@code https}
 * @param keepNames whether workers are called by the names that SRV records have, and not by the addresses of those
 * @param servers who is asked, in this order; empty for those of the machine
 * @param interval between two look-ups; null to go by the records' time to live
 * @param timeout a server that has not answered by then is passed over
 */
public record DnsSettings(
        String name,
        RecordType record,
        Family family,
        @Nullable Integer port,
        String scheme,
        boolean keepNames,
        List<DnsServer> servers,
        @Nullable Duration interval,
        Duration timeout) {

    /** Which records are workers. */
    public enum RecordType {
        /** A and AAAA: each address is one. */
        ADDRESS,
        /** SRV: each target with its port is one. */
        SRV;

        /** As configuration writes it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Which addresses of a name are workers. */
    public enum Family {
        /** Both are asked for, and a server has to answer for both. */
        BOTH,
        /** A records only. */
        IPV4,
        /** AAAA records only. */
        IPV6;

        /** As configuration writes it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public DnsSettings {
        servers = List.copyOf(servers);
    }
}
