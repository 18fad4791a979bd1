/**
 * The external interface of a place: how other processes on the same machine, in whatever language, deal with scripts that run. (M.
 * Fukuda, L. F. Bic and M. B. Dillencourt, <i>MESSENGERS: A Distributed Computing Environment for Autonomous Objects</i>, 1996, section
 * 3.4.)
 *
 * <p><b>What there is.</b> The paper gives each daemon a shared region, with the daemon's status and a space for the user's data, and a
 * message queue with priorities, some of which are the system's. Both are found by a key in a file in the user's home. Here the region
 * is a file that is mapped into memory ({@link org.sojourn.messengers.outside.SharedFile}), the queue is behind a local socket that
 * speaks lines of text ({@link org.sojourn.messengers.outside.Client}), and the file in the home is the {@link
 * org.sojourn.messengers.outside.Profile}. A {@link org.sojourn.messengers.outside.Hatch} opens and closes all of it. The guide's page
 * "outside" has the layout and the protocol.
 *
 * <p><b>Who asks whom.</b> This package knows nothing of nodes and lanes. What it wants of its place it asks an {@link
 * org.sojourn.messengers.outside.Inside}; the place asks the hatch. Messages from outside wait in one bounded queue of the place, the
 * highest priority first and then the oldest; a messenger that waits for one is a {@link org.sojourn.messengers.outside.Listener}.
 * Messages from scripts wait in a bounded queue for each client, and in one for whoever comes. Clients fetch them: were they pushed, a
 * slow client would have them in the socket's buffer, where priorities mean nothing.
 *
 * <p><b>Whether it holds the run open.</b> A messenger that waits for a message from outside holds the run open, since that message may
 * come; so does a client that has said {@code hold}. A client that is merely connected doesn't: something that only looks on must not
 * change how a run ends.
 *
 * <p><b>What may come in.</b> Only processes of the same user can open the file and the socket. They may still be wrong, slow or
 * broken. So each line and each queue has a bound, what can't be used is answered by a sentence or a closed connection, and each client
 * has a virtual thread of its own, which is all that a slow one keeps waiting. A message that doesn't fit the variable that is to take
 * it goes back to its sender as a refusal, and the messenger waits on: a mistake outside ends no messenger. A process that cuts the
 * shared file off ends the use of the file, and not the place.
 *
 * <p><b>What was tried and dropped.</b> A queue in the shared file itself, as a ring: a client in Python has no atomic instructions, and
 * one that dies while it writes would leave the ring to nobody. The socket's file in the home: paths of sockets have at most 107 bytes, and
 * homes may be on other machines.
 */
@NullMarked
package org.sojourn.messengers.outside;

import org.jspecify.annotations.NullMarked;
