package org.sojourn.messengers.run;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.FormId;
import org.sojourn.messengers.form.MalformedFormException;

/**
 * The scripts of a place, ready to run, by the ids of their forms. Holds so many, and of so many bytes, as it was told; beyond that, the
 * one that was asked for longest ago goes first. Its class is unloaded once no messenger runs by it any more. Any number of threads may
 * ask at once: a form is compiled once only, by the first, and the others wait for that.
 */
public final class Scripts {
    private final int most;
    private final long mostBytes;
    private final Linker linker;

    /** By when it was asked for last. */
    private final Map<FormId, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;

    /** A script, or that somebody is compiling it. */
    private static final class Entry {
        final CompletableFuture<Script> script = new CompletableFuture<>();

        /** 0 until it is compiled. */
        long bytes;
    }

    /**
     * With 1,000 scripts at most, of 64 MiB.
     *
     * @param linker finds the Java methods that they may call without stopping
     */
    public Scripts(Linker linker) {
        this(1_000, 64L << 20, linker);
    }

    /**
     * With bounds.
     *
     * @param most how many scripts it holds at most; at least 1
     * @param mostBytes how many bytes they have at most, with their classes, as far as that is known; one script is held however large it
     *     is
     * @param linker finds the Java methods that they may call without stopping
     */
    public Scripts(int most, long mostBytes, Linker linker) {
        if (most < 1) {
            throw new IllegalArgumentException("The scripts held are at most " + most + "; at least 1 is needed.");
        }
        this.most = most;
        this.mostBytes = mostBytes;
        this.linker = linker;
    }

    /** {@return the script of a form, if it is there and compiled} */
    public @Nullable Script find(FormId id) {
        synchronized (entries) {
            Entry entry = entries.get(id);
            return entry == null || !entry.script.isDone() || entry.script.isCompletedExceptionally()
                    ? null
                    : entry.script.getNow(null);
        }
    }

    /**
     * {@return the script of a form, which is compiled if it isn't there}
     *
     * @throws MalformedFormException if the form isn't sound
     */
    public Script of(Form form) {
        FormId id = form.id();
        Entry made = new Entry();
        Entry known;
        synchronized (entries) {
            known = entries.putIfAbsent(id, made);
        }
        if (known == null) {
            return compile(form, id, made);
        }
        try {
            return known.script.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof MalformedFormException refusal) {
                throw new MalformedFormException(String.valueOf(refusal.getMessage()));
            }
            throw e;
        }
    }

    private Script compile(Form form, FormId id, Entry entry) {
        try {
            Script script = ScriptCompiler.compile(form, linker);
            entry.script.complete(script);
            synchronized (entries) {
                entry.bytes = script.footprint();
                bytes += entry.bytes;
                shrink(entry);
            }
            return script;
        } catch (RuntimeException | Error e) {
            entry.script.completeExceptionally(e);
            synchronized (entries) {
                entries.remove(id, entry);
            }
            throw e;
        }
    }

    /** Those that are being compiled stay, and the one that is wanted now. */
    private void shrink(Entry wanted) {
        Iterator<Entry> oldest = entries.values().iterator();
        while ((entries.size() > most || bytes > mostBytes) && oldest.hasNext()) {
            Entry each = oldest.next();
            if (each != wanted && each.bytes > 0) {
                oldest.remove();
                bytes -= each.bytes;
            }
        }
    }

    /** {@return how many scripts there are} */
    public int size() {
        synchronized (entries) {
            return entries.size();
        }
    }
}
