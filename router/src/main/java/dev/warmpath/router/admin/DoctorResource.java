package dev.warmpath.router.admin;

import dev.warmpath.router.admin.reply.Replies;
import dev.warmpath.router.doctor.Doctor;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

/** {@code /admin/doctor}. */
final class DoctorResource {

    private final Vertx vertx;
    private final Doctor doctor;
    private final Replies replies;

    DoctorResource(Vertx vertx, Doctor doctor, Replies replies) {
        this.vertx = vertx;
        this.doctor = doctor;
        this.replies = replies;
    }

    void get(HttpServerRequest request) {
        // Looks at every rank of the fleet: not on an event loop.
        vertx.executeBlocking(doctor::examine)
                .onSuccess(report -> replies.json(request, 200, DoctorJson.of(report)))
                .onFailure(failed -> replies.failed(request, failed));
    }
}
