package dev.warmpath.router.discovery.dns;

import dev.warmpath.config.settings.discovery.DnsSettings;
import dev.warmpath.config.settings.discovery.DnsSettings.Family;
import dev.warmpath.config.settings.discovery.DnsSettings.RecordType;
import dev.warmpath.config.settings.discovery.WorkerTemplate;
import dev.warmpath.router.discovery.source.Announcement;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.RejectionReason;
import dev.warmpath.router.discovery.source.SourceFault;
import dev.warmpath.router.discovery.source.WantedSet;
import dev.warmpath.router.discovery.source.WorkerSource;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Workers that a name's records tell: every address, or every SRV target with its port. All else about them comes from
 * the template. Asked again when the shortest-lived record has run out, or as often as the configuration says. All of it
 * happens on one thread of its own.
 */
public final class DnsSource implements WorkerSource {

    private static final Logger log = LoggerFactory.getLogger(DnsSource.class);

    /** Records without a life, as some servers give them, must not become a flood of questions. */
    private static final long SHORTEST_SECONDS = 1;

    /** A day's life would have workers found a day late. */
    private static final long LONGEST_SECONDS = 60;

    private static final Duration AFTER_FAULT = Duration.ofSeconds(2);

    /** Targets of SRV records that are asked for at one time. */
    private static final int AT_ONCE = 16;

    private final DnsSettings settings;
    private final WorkerTemplate template;
    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final DnsQuestions questions;
    private volatile CompletableFuture<?> round = CompletableFuture.completedFuture(null);

    /** @param name of the source */
    public DnsSource(String name, DnsSettings settings, WorkerTemplate template) {
        this.settings = settings;
        this.template = template;
        this.group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("discovery-" + name, true), NioIoHandler.newFactory());
        this.loop = group.next();
        this.questions = new DnsQuestions(loop, settings.servers(), settings.timeout());
    }

    @Override
    public void start(Listener listener) {
        loop.execute(() -> look(listener));
    }

    @Override
    public CompletionStage<?> close() {
        round.cancel(false);
        questions.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).addListener(ended -> log.debug("no more DNS questions"));
        return CompletableFuture.completedFuture(null);
    }

    /** What one round has found. */
    private record Found(List<Announcement> workers, List<Rejection> rejected, long ttlSeconds) {

        WantedSet set() {
            return new WantedSet(workers, rejected);
        }
    }

    private void look(Listener listener) {
        CompletableFuture<Found> asked = settings.record() == RecordType.SRV ? services() : addresses();
        round = asked.whenComplete((found, failed) -> {
            Duration pause;
            if (failed == null) {
                listener.wanted(found.set());
                pause = pause(found.ttlSeconds());
            } else {
                listener.broken(fault(failed));
                pause = settings.interval() == null ? AFTER_FAULT : settings.interval();
            }
            if (!loop.isShuttingDown()) {
                loop.schedule(() -> look(listener), pause.toMillis(), TimeUnit.MILLISECONDS)
                        .addListener(DnsSource::ended);
            }
        });
    }

    /** Rounds tell their faults themselves; what is left is a fault of this class. */
    private static void ended(Future<?> round) {
        if (!round.isSuccess() && !round.isCancelled()) {
            log.atError().setCause(round.cause()).log("a round of DNS questions failed");
        }
    }

    private Duration pause(long ttlSeconds) {
        return settings.interval() != null
                ? settings.interval()
                : Duration.ofSeconds(Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, ttlSeconds)));
    }

    private static SourceFault fault(Throwable failed) {
        Throwable cause = failed instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failed;
        return cause instanceof DnsFault known
                ? known.fault()
                : new SourceFault(FaultReason.FAILING, String.valueOf(cause.getMessage()));
    }

    private CompletableFuture<Found> addresses() {
        int port = settings.port() == null ? 0 : settings.port();
        return addresses(settings.name()).thenApply(host -> {
            List<Announcement> workers = new ArrayList<>();
            for (String address : host.addresses()) {
                workers.add(worker(settings.name() + " " + address, address, port));
            }
            return new Found(workers, unreadable(settings.name(), host.unreadable()), host.ttlSeconds());
        });
    }

    private CompletableFuture<Found> services() {
        return questions.ask(settings.name(), DnsRecordType.SRV).thenCompose(answer -> {
            Found told =
                    new Found(new ArrayList<>(), unreadable(settings.name(), answer.unreadable()), answer.ttlSeconds());
            List<DnsAnswer.Service> services =
                    answer.services().stream().distinct().toList();
            if (settings.keepNames()) {
                services.forEach(
                        service -> told.workers().add(worker(origin(service), service.target(), service.port())));
                return CompletableFuture.completedFuture(told);
            }
            return locate(services, told);
        });
    }

    /** Adds the addresses of these services, a few at a time. */
    private CompletableFuture<Found> locate(List<DnsAnswer.Service> services, Found told) {
        if (services.isEmpty()) {
            return CompletableFuture.completedFuture(told);
        }
        List<DnsAnswer.Service> some = services.subList(0, Math.min(AT_ONCE, services.size()));
        List<CompletableFuture<Host>> hosts =
                some.stream().map(service -> addresses(service.target())).toList();
        return CompletableFuture.allOf(hosts.toArray(CompletableFuture<?>[]::new))
                .thenCompose(all -> {
                    long ttl = told.ttlSeconds();
                    for (int i = 0; i < some.size(); i++) {
                        Host host = hosts.get(i).join();
                        ttl = Math.min(ttl, host.ttlSeconds());
                        add(some.get(i), host, told);
                    }
                    Found further = new Found(told.workers(), told.rejected(), ttl);
                    return locate(services.subList(some.size(), services.size()), further);
                });
    }

    private void add(DnsAnswer.Service service, Host host, Found told) {
        String origin = origin(service);
        if (host.addresses().isEmpty()) {
            told.rejected()
                    .add(new Rejection(origin, RejectionReason.NO_ADDRESS, service.target() + " has no address"));
        }
        for (String address : host.addresses()) {
            told.workers().add(worker(origin + " " + address, address, service.port()));
        }
    }

    private static String origin(DnsAnswer.Service service) {
        return service.target() + ":" + service.port();
    }

    private Announcement worker(String origin, String host, int port) {
        String bracketed = host.contains(":") ? "[" + host + "]" : host;
        return Announcement.of(origin, URI.create(settings.scheme() + "://" + bracketed + ":" + port), template);
    }

    private static List<Rejection> unreadable(String name, int records) {
        List<Rejection> rejected = new ArrayList<>();
        if (records > 0) {
            String detail = records + " records are not as their type has them";
            rejected.add(new Rejection(name, RejectionReason.MALFORMED_RECORD, detail));
        }
        return rejected;
    }

    /** @param addresses in order, each once, in the one text that it has (RFC 5952) */
    private record Host(Set<String> addresses, int unreadable, long ttlSeconds) {}

    private CompletableFuture<Host> addresses(String name) {
        return ask(name, DnsRecordType.A, Family.IPV4)
                .thenCombine(ask(name, DnsRecordType.AAAA, Family.IPV6), (v4, v6) -> {
                    Set<String> addresses = new LinkedHashSet<>();
                    Stream.concat(v4.addresses().stream(), v6.addresses().stream())
                            .map(DnsSource::text)
                            .sorted()
                            .forEach(addresses::add);
                    return new Host(
                            addresses, v4.unreadable() + v6.unreadable(), Math.min(v4.ttlSeconds(), v6.ttlSeconds()));
                });
    }

    /** Of the other family than is wanted nothing is asked, and there is none: some servers refuse such questions. */
    private CompletableFuture<DnsAnswer> ask(String name, DnsRecordType type, Family family) {
        return settings.family() == Family.BOTH || settings.family() == family
                ? questions.ask(name, type)
                : CompletableFuture.completedFuture(DnsAnswer.EMPTY);
    }

    private static String text(InetAddress address) {
        return NetUtil.toAddressString(address);
    }
}
