/**
 * The image, many times over: routers and simulated engines in containers on networks that can be cut. Runs where TEST_IMAGE
 * names an image and a container engine answers ({@code docker/test --fleet} sees to both), and is skipped by name elsewhere.
 */
@NullMarked
package dev.warmpath.it.container;

import org.jspecify.annotations.NullMarked;
