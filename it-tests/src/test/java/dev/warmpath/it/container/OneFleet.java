package dev.warmpath.it.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One fleet of containers for all classes of a run; each leaves it whole. Skips a class where nothing can run. */
final class OneFleet implements BeforeAllCallback, ParameterResolver {

    private static final ExtensionContext.Namespace PLACE = ExtensionContext.Namespace.create(OneFleet.class);

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        ContainerFleet.assumePossible();
        ExtensionContext.Store store = context.getRoot().getStore(PLACE);
        if (store.get(ContainerFleet.class) == null) {
            Path directory = Files.createTempDirectory("container-fleet");
            // The store closes it when the run ends.
            store.put(ContainerFleet.class, ContainerFleet.start(directory));
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == ContainerFleet.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Objects.requireNonNull(context.getRoot().getStore(PLACE).get(ContainerFleet.class));
    }
}
