package org.sojourn.messengers.script;

/**
 * A file of a script.
 *
 * @param name for people, and what the form is called
 * @param text what is written in it
 */
public record SourceFile(String name, String text) {}
