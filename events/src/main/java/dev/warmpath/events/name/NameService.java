package dev.warmpath.events.name;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Asks for the addresses of a host; may take its time. */
@FunctionalInterface
public interface NameService {

    /** As this machine does: its files first, then its name servers. */
    NameService SYSTEM = InetAddress::getAllByName;

    /** All addresses of a host, one at least. */
    InetAddress[] addresses(String host) throws UnknownHostException;
}
