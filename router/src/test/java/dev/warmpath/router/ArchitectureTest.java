package dev.warmpath.router;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Keeps the arrows of docs/architecture.md: between modules, between the packages inside them, and out of them. */
@AnalyzeClasses(packages = "dev.warmpath", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule configDependsOnNoOtherModule = noClasses()
            .that()
            .resideInAPackage("dev.warmpath.config..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.warmpath.events..", "dev.warmpath.scorer..", "dev.warmpath.router..");

    @ArchTest
    static final ArchRule eventsDependOnConfigOnly = noClasses()
            .that()
            .resideInAPackage("dev.warmpath.events..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.warmpath.scorer..", "dev.warmpath.router..");

    @ArchTest
    static final ArchRule scorerDoesNotKnowTheRouter = noClasses()
            .that()
            .resideInAPackage("dev.warmpath.scorer..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.warmpath.router..");

    @ArchTest
    static final ArchRule onlyTheRouterKnowsVertx = noClasses()
            .that()
            .resideOutsideOfPackage("dev.warmpath.router..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.vertx..", "io.netty..");

    @ArchTest
    static final ArchRule scorerDoesNoInputOrOutputAndStartsNoThreads = noClasses()
            .that()
            .resideInAPackage("dev.warmpath.scorer..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..", "org.zeromq..", "org.slf4j..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(java.util.concurrent.ExecutorService.class);

    @ArchTest
    static final ArchRule onlyOnePackageKnowsZmq = noClasses()
            .that()
            .resideOutsideOfPackage("dev.warmpath.events.zmq..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.zeromq..");

    @ArchTest
    static final ArchRule eventPackagesHaveNoCycles =
            slices().matching("dev.warmpath.events.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule scorerPackagesHaveNoCycles =
            slices().matching("dev.warmpath.scorer.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule configPackagesHaveNoCycles =
            slices().matching("dev.warmpath.config.(*)..").should().beFreeOfCycles();

    /** The whole file knows its sections, and none of these the whole. */
    @ArchTest
    static final ArchRule sectionsDoNotKnowTheFile = noClasses()
            .that()
            .resideInAnyPackage("dev.warmpath.config.settings.*", "dev.warmpath.config.binding.*")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.warmpath.config.settings", "dev.warmpath.config.binding");

    /** A section may stand inside of others, as {@code tls} does, and not the other way round. */
    @ArchTest
    static final ArchRule sectionsHaveNoCycles =
            slices().matching("dev.warmpath.config.(settings.*)..").should().beFreeOfCycles();

    /** A package that is split for reading is split in layers: what lies inside does not know what it is a part of. */
    @ArchTest
    static final ArchRule partsDoNotKnowTheWhole = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.warmpath.router.observe.*", "dev.warmpath.router.admin.*", "dev.warmpath.router.cluster.*")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.warmpath.router.observe", "dev.warmpath.router.admin", "dev.warmpath.router.cluster");

    /** One worker does not know the fleet, and neither does what keeps it from being chosen. */
    @ArchTest
    static final ArchRule workersDoNotKnowTheFleet = noClasses()
            .that()
            .resideInAPackage("dev.warmpath.router.fleet.*")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.warmpath.router.fleet");

    @ArchTest
    static final ArchRule routerPackagesHaveNoCycles =
            slices().matching("dev.warmpath.router.(*)..").should().beFreeOfCycles();

    /** Protocols say what legs send; they neither open connections nor choose. */
    @ArchTest
    static final ArchRule protocolsArePure = noClasses()
            .that()
            .resideInAPackage("dev.warmpath.router.disagg..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.vertx.core.http..", "dev.warmpath.scorer.choice..", "dev.warmpath.router.http..");

    /** A package with types in it says what it is for. */
    @ArchTest
    static final ArchRule everyPackageIsNullMarked = classes()
            .that()
            .resideInAPackage("dev.warmpath..")
            .and()
            .areTopLevelClasses()
            .should(new ResideInNullMarkedPackage());
}
