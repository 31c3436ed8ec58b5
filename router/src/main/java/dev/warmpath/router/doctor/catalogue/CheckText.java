package dev.warmpath.router.doctor.catalogue;

/**
 * What users are told of a check, in Markdown without tables.
 *
 * @param symptom what is wrong, and what it does to requests
 * @param verify how to see it without the doctor
 * @param negative what looks like it and is not
 * @param remedy what to do
 */
public record CheckText(String symptom, String verify, String negative, String remedy) {}
