package dev.warmpath.router.server;

import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Verticles that are deployed, and futures that are waited for, by a thread that may wait: the one that starts and stops a router. */
final class Deployments {

    private static final Logger log = LoggerFactory.getLogger(Deployments.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final Vertx vertx;

    Deployments(Vertx vertx) {
        this.vertx = vertx;
    }

    Vertx vertx() {
        return vertx;
    }

    /**
     * Returns when the verticle is up.
     *
     * @param what its name in an error
     * @throws IllegalStateException when it is not within a minute, or its port is in use
     */
    void deploy(Deployable verticle, String what) {
        await(vertx.deployVerticle(verticle, new DeploymentOptions()), what);
    }

    /** The same for one that may block its thread, which is of its own. */
    void deployBlocking(Deployable verticle, String what) {
        DeploymentOptions blocking = new DeploymentOptions()
                .setThreadingModel(ThreadingModel.WORKER)
                .setWorkerPoolName(what)
                .setWorkerPoolSize(1);
        await(vertx.deployVerticle(verticle, blocking), what);
    }

    /** The same for as many of them as are wanted. */
    void deploy(Supplier<? extends Deployable> verticles, int instances, String what) {
        await(vertx.deployVerticle(verticles, new DeploymentOptions().setInstances(instances)), what);
    }

    private static void await(Future<?> future, String what) {
        try {
            future.toCompletionStage().toCompletableFuture().get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(what + ": interrupted", interrupted);
        } catch (ExecutionException failed) {
            if (String.valueOf(failed.getCause()).contains("Address already in use")) {
                throw new IllegalStateException(what + " is already in use; choose another", failed.getCause());
            }
            throw new IllegalStateException(what + ": " + failed.getCause(), failed.getCause());
        } catch (TimeoutException late) {
            throw new IllegalStateException(what + ": not up within " + START_LIMIT, late);
        }
    }

    /** Waits for something that ends; if it does not, or fails, the log says so and the rest goes on. */
    static void quietly(Future<?> future, Duration limit, String what) {
        try {
            future.toCompletionStage().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException failed) {
            log.atWarn().addKeyValue("what", what).setCause(failed).log("did not end cleanly");
        }
    }
}
