package dev.warmpath.router.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.router.doctor.report.DoctorReport;
import dev.warmpath.router.doctor.report.Finding;

/** The answer of {@code GET /admin/doctor}; field names as design section 6 has them. */
final class DoctorJson {

    private DoctorJson() {}

    static ObjectNode of(DoctorReport report) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("status", report.status().key());
        ArrayNode checks = json.putArray("checks");
        for (Finding finding : report.findings()) {
            checks.addObject()
                    .put("name", finding.name().key())
                    .put("status", finding.status().key())
                    .put("target", finding.target())
                    .put("seen", finding.seen())
                    .put("remedy", finding.remedy())
                    .put("judged", finding.judged());
        }
        return json;
    }
}
