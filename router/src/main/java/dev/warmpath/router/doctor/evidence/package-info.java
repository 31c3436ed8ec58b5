/**
 * What the doctor looks at: copies of what fleet, streams, index, prompts and chooser publish, each taken at one moment,
 * and a few of them from before so that rates can be told. Depends on those packages; none of them knows it.
 */
@NullMarked
package dev.warmpath.router.doctor.evidence;

import org.jspecify.annotations.NullMarked;
