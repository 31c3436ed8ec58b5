package dev.warmpath.config.settings.scoring;

/**
 * How requests with images, sounds or files are drawn to where these were sent before ({@code scoring.content:}).
 *
 * @param blocks what a piece of content weighs that a target was not sent lately, in blocks missed; 0 for nothing
 * @param keys pieces that are remembered for each target
 */
public record ContentSettings(double blocks, int keys) {

    /** As the reference router has it; an image of a usual size is about so many blocks of 16 tokens. */
    public static ContentSettings defaults() {
        return new ContentSettings(48, 256);
    }
}
