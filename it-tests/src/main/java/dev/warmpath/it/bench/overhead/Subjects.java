package dev.warmpath.it.bench.overhead;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Starts what is measured, each time anew, over the same workers. */
final class Subjects implements AutoCloseable {

    static final String DIRECT = "direct";

    /** Longer than a router takes to end when it is told to. */
    private static final int ROUTER_END_SECONDS = 10;

    private final OverheadPlan plan;
    private final LightEngine engine;
    private final Path directory;
    private final Optional<Path> nginx = Nginx.binary();
    private final Thread deleteWithUs = new Thread(this::deleteAfterRouters, "bench-files");
    private int started;

    Subjects(OverheadPlan plan, LightEngine engine) {
        this.plan = plan;
        this.engine = engine;
        try {
            this.directory = Files.createTempDirectory("warmpath-overhead-");
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary directory", e);
        }
        Runtime.getRuntime().addShutdownHook(deleteWithUs);
    }

    /** Names of those that can be measured in this shape, {@link #DIRECT} first. */
    List<String> names(Shape shape) {
        List<String> names = new ArrayList<>(List.of(DIRECT));
        if (has(OverheadPlan.NGINX) && nginx.isPresent() && shape == Shape.PLAIN) {
            names.add(OverheadPlan.NGINX);
        }
        Stream.of(OverheadPlan.RELAY, OverheadPlan.AWARE).filter(this::has).forEach(names::add);
        plan.variants().forEach(variant -> names.add(variant.name()));
        plan.foreign().forEach(foreign -> names.add(foreign.name()));
        return names;
    }

    private boolean has(String name) {
        return plan.subjects().contains(name);
    }

    /** Whether nginx was asked for and is not here. */
    boolean lacksNginx() {
        return has(OverheadPlan.NGINX) && nginx.isEmpty();
    }

    /**
     * Starts one; it is ready when this returns.
     *
     * @param options for its Java runtime, if it has one
     */
    Subject start(String name, Shape shape, Prompts prompts, List<String> options) {
        return switch (name) {
            case DIRECT -> new Direct(engine, shape);
            case OverheadPlan.NGINX -> Nginx.start(nginx.orElseThrow(), files(), engine, shape.workers());
            case OverheadPlan.RELAY -> warmpath(shape, null, "", options);
            case OverheadPlan.AWARE -> warmpath(shape, prompts, "", options);
            default -> variantOrForeign(name, shape, prompts, options);
        };
    }

    private Subject variantOrForeign(String name, Shape shape, Prompts prompts, List<String> options) {
        for (OverheadPlan.Variant variant : plan.variants()) {
            if (variant.name().equals(name)) {
                return warmpath(
                        shape,
                        prompts,
                        variant.java(),
                        Stream.concat(variant.options().stream(), options.stream())
                                .toList());
            }
        }
        return foreign(name);
    }

    private Subject warmpath(Shape shape, @Nullable Prompts prompts, String java, List<String> options) {
        Path files = files();
        AnnouncedCaches caches = prompts == null ? null : AnnouncedCaches.start(files, prompts, shape.prefilling());
        return WarmpathRouter.start(files, engine, shape, caches, java, options);
    }

    private Subject foreign(String name) {
        for (OverheadPlan.Foreign foreign : plan.foreign()) {
            if (foreign.name().equals(name)) {
                return new ForeignRouter(
                        foreign.url(),
                        ProcessHandle.of(foreign.pid())
                                .map(ProcessFigures::family)
                                .orElse(List.of()));
            }
        }
        throw new IllegalArgumentException("there is no " + name);
    }

    private Path files() {
        try {
            return Files.createDirectory(directory.resolve(Integer.toString(++started)));
        } catch (IOException e) {
            throw new UncheckedIOException("no directory for a router's files", e);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(deleteWithUs);
            delete();
        } catch (IllegalStateException ending) {
            // The hook runs already.
        }
    }

    /** Where the benchmark is ended from outside: routers write until they have ended. */
    private void deleteAfterRouters() {
        List<CompletableFuture<ProcessHandle>> ends =
                ProcessHandle.current().children().map(ProcessHandle::onExit).toList();
        try {
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).get(ROUTER_END_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException stillThere) {
            // What it still writes has no name any more.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        delete();
    }

    private void delete() {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException | UncheckedIOException leftBehind) {
            // A temporary directory that cannot be deleted is the system's to clean.
        }
    }
}
