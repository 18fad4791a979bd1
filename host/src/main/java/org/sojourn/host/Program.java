package org.sojourn.host;

/**
 * A bundled program, found by {@link java.util.ServiceLoader}: what {@code ./sojourn list} shows and {@code ./sojourn run}
 * takes by name.
 */
public interface Program {
  /**
   * Returns the name that people type.
   *
   * @return lower case, no spaces
   */
  String name();

  /**
   * Returns how it is used and what it does.
   *
   * @return one line, beginning with the arguments
   */
  String summary();

  /**
   * Returns the class with {@code main}.
   *
   * @return the class
   */
  Class<?> mainClass();

  /**
   * Checks the arguments before any place is started.
   *
   * @param args the arguments that {@code main} would get
   * @throws IllegalArgumentException if they are wrong; the message is a sentence for people
   */
  void check(String[] args);
}
