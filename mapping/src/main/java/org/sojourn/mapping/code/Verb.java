package org.sojourn.mapping.code;

/** What the dictionary says of a method, or of a type as a whole. Each belongs to a facet; facets are looked up apart. */
public enum Verb {
    /** May wait for something outside of the JVM or for another thread. */
    BLOCKING(Facet.TIME),
    /** May wait for a file: a virtual thread keeps its carrier meanwhile. */
    FILE(Facet.TIME),
    /** Doesn't, although a supertype's method may; or belongs to a library whose methods aren't followed and don't. */
    QUIET(Facet.TIME),
    /** Whether it waits depends on what it was given: a function of which nothing is known. */
    OPEN(Facet.TIME),
    /** A type of results that come later: by convention, who returns one doesn't wait for it. */
    LATER(Facet.RESULT),
    /** Computes for long, or for as long as its argument is large. */
    COSTLY(Facet.COST),
    /** Doesn't, although a supertype's method does. */
    CHEAP(Facet.COST),
    /** Sends a message to one. */
    SEND(Facet.TALK),
    /** Sends a message to many. */
    BROADCAST(Facet.TALK),
    /** Sends a message, and an answer is to come. */
    REQUEST(Facet.TALK),
    /** Answers what is being processed. */
    REPLY(Facet.TALK),
    /** Ends the selector or actor. */
    EXIT(Facet.TALK),
    /** Returns whoever sent what is being processed. */
    SENDER(Facet.TALK),
    /** Returns the selector or actor itself. */
    SELF(Facet.TALK),
    /** Creates another. */
    CREATE(Facet.TALK),
    /** Returns its argument or its receiver in another type. */
    SAME(Facet.TALK),
    /** Waits for an answer and returns it. */
    CLAIM(Facet.TALK),
    /** Has an answer handled when it comes. */
    CONTINUE(Facet.TALK),
    /** Changes the size of a collection. */
    RESIZES(Facet.SIZE),
    /** Runs the function that it is given, once for each of many. */
    REPEATS(Facet.RUNS),
    /** Has the function that it is given run by somebody else, or as another message. */
    ELSEWHERE(Facet.RUNS),
    /** A type whose objects are no state: handles, loggers, contexts. */
    NO_STATE(Facet.TYPE),
    /** A type whose objects don't grow. */
    FIXED(Facet.TYPE),
    /** A type whose objects grow and shrink. */
    SIZED(Facet.TYPE);

    /** What one verb says is independent of what the verbs of another facet say. */
    public enum Facet {
        /** Whether a call waits. */
        TIME,
        /** What the type of a call's result says of the call. */
        RESULT,
        /** How much it computes. */
        COST,
        /** What it is to other selectors and actors. */
        TALK,
        /** Whether it changes the size of its receiver. */
        SIZE,
        /** When it runs the functions that it is given. */
        RUNS,
        /** What objects of a type are as state. */
        TYPE
    }

    private final Facet facet;

    Verb(Facet facet) {
        this.facet = facet;
    }

    /**
     * Returns the facet.
     *
     * @return what it is about
     */
    public Facet facet() {
        return facet;
    }
}
