package org.sojourn.bench.work;

/** Whole numbers in ascending order, as a singly linked list that is searched from its head: as slow as meant. */
public final class SortedNumbers {
    /** Stands before the first number, so that every number has a node before it. */
    private final Node head = new Node(Integer.MIN_VALUE);

    private static final class Node {
        final int number;
        Node next = this;

        Node(int number) {
            this.number = number;
        }

        /** The last node is its own next. */
        boolean isLast() {
            return next == this;
        }
    }

    /** Makes an empty list. */
    public SortedNumbers() {}

    /**
     * Puts a number behind all that are not greater.
     *
     * @param number any; it may be there already
     */
    public void add(int number) {
        Node before = head;
        while (!before.isLast() && before.next.number <= number) {
            before = before.next;
        }
        Node node = new Node(number);
        if (!before.isLast()) {
            node.next = before.next;
        }
        before.next = node;
    }

    /**
     * Looks for a number, through the whole list if need be.
     *
     * @param number any
     * @return whether it is there
     */
    public boolean contains(int number) {
        Node node = head;
        while (!node.isLast()) {
            node = node.next;
            if (node.number == number) {
                return true;
            }
        }
        return false;
    }

    /**
     * Counts the numbers.
     *
     * @return how many there are
     */
    public int size() {
        int size = 0;
        for (Node node = head; !node.isLast(); node = node.next) {
            size++;
        }
        return size;
    }

    /**
     * Returns the list in two numbers.
     *
     * @return its size, and the sum of all numbers, each times its position from 1
     */
    public Outcome.Contents contents() {
        int position = 0;
        long sum = 0;
        for (Node node = head; !node.isLast(); node = node.next) {
            position++;
            sum += (long) position * node.next.number;
        }
        return new Outcome.Contents(position, sum);
    }
}
