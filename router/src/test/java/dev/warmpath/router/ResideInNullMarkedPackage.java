package dev.warmpath.router;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** Holds for classes whose package-info carries {@link NullMarked}, and therefore exists. */
final class ResideInNullMarkedPackage extends ArchCondition<JavaClass> {

    ResideInNullMarkedPackage() {
        super("reside in a package whose package-info is @NullMarked");
    }

    @Override
    public void check(JavaClass item, ConditionEvents events) {
        boolean marked = item.getPackage().isAnnotatedWith(NullMarked.class);
        if (!marked) {
            events.add(SimpleConditionEvent.violated(
                    item,
                    item.getName() + " is in " + item.getPackageName() + ", which has no @NullMarked package-info"));
        }
    }
}
