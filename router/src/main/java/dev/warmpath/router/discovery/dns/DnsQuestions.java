package dev.warmpath.router.discovery.dns;

import dev.warmpath.config.address.DnsServer;
import dev.warmpath.router.discovery.source.FaultReason;
import io.netty.channel.AddressedEnvelope;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStream;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Asks DNS servers, one after the other, until one knows. A name that does not exist is an answer without records: that is
 * how headless services without pods are told. UDP first, and TCP where an answer does not fit. Owned by its event loop.
 */
final class DnsQuestions implements AutoCloseable {

    private final DnsNameResolver resolver;
    private final Supplier<List<InetSocketAddress>> servers;

    /** @param servers empty for those of the machine, which are read anew each time */
    DnsQuestions(EventLoop loop, List<DnsServer> servers, Duration timeout) {
        this.resolver = new DnsNameResolverBuilder(loop)
                .datagramChannelType(NioDatagramChannel.class)
                .socketChannelType(NioSocketChannel.class)
                .queryTimeoutMillis(timeout.toMillis())
                .build();
        List<InetSocketAddress> fixed = servers.stream()
                .map(server -> new InetSocketAddress(server.host(), server.port()))
                .toList();
        this.servers = fixed.isEmpty() ? DnsQuestions::ofMachine : () -> fixed;
    }

    private static List<InetSocketAddress> ofMachine() {
        DnsServerAddressStream stream =
                DnsServerAddressStreamProviders.platformDefault().nameServerAddressStream("warmpath");
        List<InetSocketAddress> all = new ArrayList<>();
        for (int i = 0; i < stream.size(); i++) {
            all.add(stream.next());
        }
        return all;
    }

    /** Completes on the event loop; fails with a {@link DnsFault} when no server has answered. */
    CompletableFuture<DnsAnswer> ask(String name, DnsRecordType type) {
        CompletableFuture<DnsAnswer> answer = new CompletableFuture<>();
        DnsQuestion question;
        try {
            question = new DefaultDnsQuestion(name.endsWith(".") ? name : name + ".", type);
        } catch (IllegalArgumentException noName) {
            answer.completeExceptionally(new DnsFault(FaultReason.FAILING, name + " is no DNS name"));
            return answer;
        }
        ask(question, servers.get(), 0, answer);
        return answer;
    }

    private void ask(DnsQuestion question, List<InetSocketAddress> all, int next, CompletableFuture<DnsAnswer> answer) {
        InetSocketAddress server = all.get(next);
        resolver.query(server, question).addListener(done -> {
            try {
                answer.complete(read(server, question, done));
            } catch (DnsFault fault) {
                if (next + 1 < all.size()) {
                    ask(question, all, next + 1, answer);
                } else {
                    answer.completeExceptionally(fault);
                }
            } catch (RuntimeException broken) {
                // Whoever waits must not wait for ever.
                answer.completeExceptionally(new DnsFault(FaultReason.FAILING, server + ": " + broken));
            }
        });
    }

    @SuppressWarnings("unchecked") // query() gives nothing else
    private static DnsAnswer read(InetSocketAddress server, DnsQuestion question, Future<?> done) throws DnsFault {
        String asked = server + ": " + question.type().name() + " of " + question.name();
        if (!done.isSuccess()) {
            throw new DnsFault(
                    FaultReason.UNREACHABLE, asked + ": " + done.cause().getMessage());
        }
        AddressedEnvelope<DnsResponse, InetSocketAddress> envelope =
                (AddressedEnvelope<DnsResponse, InetSocketAddress>) done.getNow();
        try {
            DnsResponse response = envelope.content();
            DnsResponseCode code = response.code();
            if (code.equals(DnsResponseCode.NXDOMAIN)) {
                return DnsAnswer.EMPTY;
            }
            if (!code.equals(DnsResponseCode.NOERROR)) {
                boolean refused = code.equals(DnsResponseCode.REFUSED) || code.equals(DnsResponseCode.NOTAUTH);
                throw new DnsFault(refused ? FaultReason.FORBIDDEN : FaultReason.FAILING, asked + ": " + code);
            }
            if (response.isTruncated()) {
                throw new DnsFault(FaultReason.ANSWER_TOO_LARGE, asked + ": the answer is cut off, by TCP too");
            }
            DnsAnswer answer = DnsAnswer.of(response, question.type());
            if (answer.alias()) {
                throw new DnsFault(
                        FaultReason.FAILING, asked + ": it only names an alias; ask a server that follows those");
            }
            return answer;
        } finally {
            envelope.release();
        }
    }

    @Override
    public void close() {
        resolver.close();
    }
}
