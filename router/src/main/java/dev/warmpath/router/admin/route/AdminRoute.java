package dev.warmpath.router.admin.route;

import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.stream.Collectors;

/** Where a call goes. */
public sealed interface AdminRoute {

    String GET = HttpMethod.GET.name();
    String HEAD = HttpMethod.HEAD.name();

    /**
     * To an operation.
     *
     * @param id the path's parameter as it was sent, or empty
     */
    record Served(AdminOperation operation, String id) implements AdminRoute {}

    /** Nowhere: the path has other methods. */
    record WrongMethod(List<AdminOperation> others) implements AdminRoute {

        /** The methods that the path has, as {@code Allow} lists them. */
        public String allowed() {
            return others.stream().map(WrongMethod::methods).collect(Collectors.joining(", "));
        }

        private static String methods(AdminOperation operation) {
            return operation.method().equals(GET) ? GET + ", " + HEAD : operation.method();
        }
    }

    /** Nowhere: there is no such path. */
    record UnknownPath() implements AdminRoute {}

    /** Finds it. */
    static AdminRoute of(HttpMethod method, String path) {
        PathTemplate nearest = null;
        for (PathTemplate template : PathTemplate.ALL) {
            if ((nearest == null || template.tail() > nearest.tail()) && template.match(path) != null) {
                nearest = template;
            }
        }
        return nearest == null ? new UnknownPath() : at(nearest, method, path);
    }

    private static AdminRoute at(PathTemplate template, HttpMethod method, String path) {
        List<AdminOperation> there = template.operations();
        String id = String.valueOf(template.match(path));
        // The server leaves the body out of an answer to HEAD.
        String asked = method.name().equals(HEAD) ? GET : method.name();
        for (AdminOperation operation : there) {
            if (operation.method().equals(asked)) {
                return new Served(operation, id);
            }
        }
        return new WrongMethod(there);
    }
}
