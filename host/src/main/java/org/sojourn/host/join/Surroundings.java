package org.sojourn.host.join;

import java.util.List;
import java.util.Map;

/**
 * What the processes of places have around them, wherever they run.
 *
 * @param javaOptions options for each JVM
 * @param environment added to the environment of each process
 */
public record Surroundings(List<String> javaOptions, Map<String, String> environment) {}
