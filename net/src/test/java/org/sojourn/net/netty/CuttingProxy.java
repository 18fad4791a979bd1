package org.sojourn.net.netty;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes connections on to a port and, when told, cuts them wherever they are. */
final class CuttingProxy implements Closeable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger cuts = new AtomicInteger();
    private final int target;

    CuttingProxy(int target) throws IOException {
        this.target = target;
        thread(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    int cuts() {
        return cuts.get();
    }

    void cut() {
        for (Socket socket : open) {
            cuts.incrementAndGet();
            end(socket);
        }
    }

    private void end(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket that can't be closed", e);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket here = server.accept();
                Socket there = new Socket(InetAddress.getLoopbackAddress(), target);
                here.setTcpNoDelay(true);
                there.setTcpNoDelay(true);
                open.add(here);
                open.add(there);
                thread(() -> pass(here, there));
                thread(() -> pass(there, here));
            } catch (IOException e) {
                continue; // closed, or the target is
            }
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[10_000];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // Cut: the other direction is cut below.
        }
        end(from);
        end(to);
    }

    private static void thread(Runnable body) {
        Thread thread = new Thread(body, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }
}
