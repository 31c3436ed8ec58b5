package dev.warmpath.router.discovery.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsSection;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The records of one type that an answer has, in the form of RFC 1035 section 4.1.3 and RFC 2782.
 *
 * @param addresses of A and AAAA records
 * @param services of SRV records
 * @param unreadable how many records of the type could not be read
 * @param alias whether the answer only names another name to ask for
 * @param ttlSeconds the shortest of the records; {@link Long#MAX_VALUE} without any
 */
record DnsAnswer(List<InetAddress> addresses, List<Service> services, int unreadable, boolean alias, long ttlSeconds) {

    static final DnsAnswer EMPTY = new DnsAnswer(List.of(), List.of(), 0, false, Long.MAX_VALUE);

    private static final int LONGEST_NAME = 255;

    /**
     * Where a service runs. Priority and weight are for clients that choose by themselves, and are passed over.
     *
     * @param target a host name, lower case, without the dot at its end
     */
    record Service(String target, int port) {}

    static DnsAnswer of(DnsResponse response, DnsRecordType type) {
        List<InetAddress> addresses = new ArrayList<>();
        List<Service> services = new ArrayList<>();
        int unreadable = 0;
        boolean alias = false;
        long ttl = Long.MAX_VALUE;
        for (int i = 0; i < response.count(DnsSection.ANSWER); i++) {
            DnsRecord record = response.recordAt(DnsSection.ANSWER, i);
            if (record.type().equals(DnsRecordType.CNAME)) {
                alias = true;
            }
            if (!record.type().equals(type) || !(record instanceof ByteBufHolder raw)) {
                continue;
            }
            ttl = Math.min(ttl, record.timeToLive());
            try {
                if (type.equals(DnsRecordType.SRV)) {
                    Service service = service(raw.content().duplicate());
                    // A root name says that there is no such service here.
                    if (!service.target().isEmpty()) {
                        services.add(service);
                    }
                } else {
                    addresses.add(address(raw.content(), type));
                }
            } catch (UnreadableRecord wrong) {
                unreadable++;
            }
        }
        boolean nothing = addresses.isEmpty() && services.isEmpty() && unreadable == 0;
        return new DnsAnswer(addresses, services, unreadable, alias && nothing, ttl);
    }

    private static InetAddress address(ByteBuf data, DnsRecordType type) throws UnreadableRecord {
        byte[] bytes = new byte[data.readableBytes()];
        data.getBytes(data.readerIndex(), bytes);
        if (bytes.length != (type.equals(DnsRecordType.A) ? 4 : 16)) {
            throw new UnreadableRecord();
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new UnreadableRecord();
        }
    }

    private static Service service(ByteBuf data) throws UnreadableRecord {
        if (data.readableBytes() < 7) {
            throw new UnreadableRecord();
        }
        data.skipBytes(4);
        int port = data.readUnsignedShort();
        String target = name(data);
        if (port == 0 && !target.isEmpty()) {
            throw new UnreadableRecord();
        }
        return new Service(target, port);
    }

    /** RFC 2782 forbids to shorten the name by a pointer, and without the whole message none could be followed. */
    private static String name(ByteBuf data) throws UnreadableRecord {
        StringBuilder name = new StringBuilder();
        while (data.isReadable()) {
            int length = data.readUnsignedByte();
            if (length == 0) {
                return name.toString().toLowerCase(Locale.ROOT);
            }
            if (length > 63 || length > data.readableBytes() || name.length() + length >= LONGEST_NAME) {
                throw new UnreadableRecord();
            }
            name.append(name.isEmpty() ? "" : ".");
            for (int i = 0; i < length; i++) {
                name.append(hostLetter((char) data.readByte()));
            }
        }
        throw new UnreadableRecord();
    }

    /** Of another one no URL and no question could be made, and the whole answer would be lost with it. */
    private static char hostLetter(char c) throws UnreadableRecord {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && c != '-' && c != '_') {
            throw new UnreadableRecord();
        }
        return c;
    }

    /** A record that costs only itself. */
    private static final class UnreadableRecord extends Exception {

        private static final long serialVersionUID = 1;

        UnreadableRecord() {
            super(null, null, false, false);
        }
    }
}
