package org.sojourn.launch;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.sojourn.host.local.LocalPlaces;
import org.sojourn.host.local.ProgramHash;
import org.sojourn.host.local.Secret;
import org.sojourn.host.place.Networks;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.host.place.Prepared;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.SelectorPlace;

/**
 * One run with all places in this JVM, for a debugger: the same kernels and links over loopback sockets, one set of static
 * fields. Its main and its selectors see one {@code System.out}, and {@code System.exit} ends everything.
 */
final class OneJvm {
    private final Run.Request request;
    private final ProgressBar bar;
    private final Map<String, String> results = new LinkedHashMap<>();
    private final List<PlaceRuntime> places = new ArrayList<>();
    private final CompletableFuture<Ending> end = new CompletableFuture<>();
    private volatile int stopStatus;

    private OneJvm(Run.Request request) {
        this.request = request;
        this.bar = new ProgressBar(System.err, !request.json() && System.getenv("SOJOURN_TERMINAL") != null);
    }

    static int run(Run.Request request) throws IOException {
        return new OneJvm(request).run();
    }

    private int run() throws IOException {
        java.io.PrintStream out = System.out;
        if (request.json()) {
            System.setOut(System.err);
        }
        ClassLoader loader = loader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            start(loader);
            PlaceRuntime init = places.get(0);
            Prepared.set(init);
            init.ending().thenAccept(end::complete);
            call(loader, init);
            Ending ending = end.join();
            bar.clear();
            int status = ending.word() == Ending.Word.STOPPED
                    ? stopStatus
                    : ending.word().status();
            System.out.flush();
            System.setOut(out);
            Run.print(
                    request,
                    new Summary(
                            ending,
                            status,
                            (System.nanoTime() - request.fromNanos()) / 1_000_000,
                            results,
                            new TreeMap<>(),
                            new TreeMap<>()));
            return status;
        } finally {
            System.setOut(out);
            places.forEach(PlaceRuntime::stop);
        }
    }

    /** The program's own entries; ours are loaded already. */
    private ClassLoader loader() throws IOException {
        List<URL> urls = new ArrayList<>();
        List<String> ours = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        for (String entry : request.program().classPath().split(File.pathSeparator)) {
            if (!ours.contains(entry)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        return urls.isEmpty()
                ? OneJvm.class.getClassLoader()
                : new URLClassLoader(urls.toArray(new URL[0]), OneJvm.class.getClassLoader());
    }

    private void start(ClassLoader loader) throws IOException {
        byte[] secret = Secret.fresh();
        byte[] hash = ProgramHash.of(request.program().classPath());
        Network network = Networks.find();
        Codec codec = PlaceRuntime.codec(request.settings(), false, loader);
        Map<Member, Network.Endpoint> endpoints = new TreeMap<>();
        Map<Member, Network.Address> addresses = new TreeMap<>();
        for (PlacesFile.Entry entry : request.places()) {
            Member member = new Member(entry.place(), PlaceRuntime.incarnation());
            Network.Endpoint endpoint = network.open(new Network.EndpointSettings(
                    member, LocalPlaces.LOOPBACK, entry.port(), secret, hash, LocalPlaces.SILENCE));
            endpoints.put(member, endpoint);
            addresses.put(member, endpoint.address());
        }
        List<Member> roster = List.copyOf(new TreeMap<>(addresses).keySet());
        Member init = roster.get(0);
        for (Member member : roster) {
            Network.Endpoint endpoint = Objects.requireNonNull(endpoints.get(member));
            endpoint.roster(init, addresses);
            PlaceRuntime place =
                    new PlaceRuntime(member, init, roster, request.settings(), endpoint, codec, loader, console());
            places.add(place);
        }
        for (PlaceRuntime place : places) {
            place.start(cause -> System.err.println("sojourn: " + place.self() + ": " + cause), member -> {});
        }
    }

    private void call(ClassLoader loader, PlaceRuntime init) {
        try {
            Method main = Class.forName(request.program().mainClass(), true, loader)
                    .getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) request.arguments().toArray(new String[0]));
            init.mainReturned();
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            cause.printStackTrace();
            end.complete(new Ending(Ending.Word.FAILED, List.of("main failed: " + cause), Map.of()));
        } catch (ReflectiveOperationException e) {
            throw new Usage("class " + request.program().mainClass() + " can't be run: " + e
                    + "; it needs public static void main(String[])");
        }
    }

    private SelectorPlace.Console console() {
        return new SelectorPlace.Console() {
            @Override
            public void progress(String label, long done, long total) {
                bar.show(label, done, total, System.nanoTime());
            }

            @Override
            public void result(String key, String json) {
                results.put(key, json);
            }

            @Override
            public void stop(int status) {
                stopStatus = status;
                end.complete(new Ending(Ending.Word.STOPPED, List.of("the program asked for it"), Map.of()));
            }
        };
    }
}
