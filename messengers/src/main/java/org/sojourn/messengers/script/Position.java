package org.sojourn.messengers.script;

/**
 * Where something stands.
 *
 * @param line from 1
 * @param column from 1, in code points
 */
record Position(SourceFile file, int line, int column) implements Comparable<Position> {
    @Override
    public int compareTo(Position other) {
        int lines = Integer.compare(line, other.line);
        return lines != 0 ? lines : Integer.compare(column, other.column);
    }
}
