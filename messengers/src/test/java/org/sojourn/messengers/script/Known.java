package org.sojourn.messengers.script;

import java.util.List;

/**
 * A variable of numbers that random scripts have.
 *
 * @param head in a script, up to the field of a struct
 * @param member that field, with its dot; or empty
 * @param java what it is called in Java
 * @param extents those of the head, then those of the field
 * @param ofHead how many are those of the head
 * @param isCounter whether only the loop stores in it that it counts
 */
record Known(String head, String member, String java, Kind kind, List<Integer> extents, int ofHead, boolean isCounter) {
    static Known scalar(String c, String java, Kind kind) {
        return new Known(c, "", java, kind, List.of(), 0, false);
    }

    static Known counter(String c, String java) {
        return new Known(c, "", java, Kind.INT, List.of(), 0, true);
    }

    /** {@return an element of it, by an index for each extent} */
    Both at(List<Both> indices) {
        StringBuilder first = new StringBuilder(head);
        StringBuilder second = new StringBuilder(member);
        StringBuilder its = new StringBuilder(java);
        for (int i = 0; i < indices.size(); i++) {
            (i < ofHead ? first : second).append('[').append(indices.get(i).c()).append(']');
            its.append("[at(")
                    .append(indices.get(i).java())
                    .append(", ")
                    .append(extents.get(i))
                    .append(")]");
        }
        return Both.of(kind, first.append(second).toString(), its.toString());
    }
}
