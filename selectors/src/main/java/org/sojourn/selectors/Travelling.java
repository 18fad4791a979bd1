package org.sojourn.selectors;

import java.util.List;

/** The classes of this room that travel: in messages, as factories, in what a failure is told by. */
final class Travelling {
    /** By name: that package stands on this one. */
    private static final String WORK = "org.sojourn.selectors.work.";

    static final List<String> NAMES = List.of(
            Handle.class.getName(),
            ReplyTo.class.getName(),
            Group.class.getName(),
            Folding.class.getName(),
            Folding.Begin.class.getName(),
            Folding.Part.class.getName(),
            Reduced.class.getName(),
            Joined.Got.class.getName(),
            Construct.class.getName(),
            Supervision.class.getName(),
            Timer.class.getName(),
            Place.class.getName(),
            Exited.class.getName(),
            ExitReason.Normal.class.getName(),
            ExitReason.Failed.class.getName(),
            ExitReason.Stopped.class.getName(),
            ExitReason.PlaceLost.class.getName(),
            ExitReason.Unknown.class.getName(),
            DeadLetter.class.getName(),
            DeadLetter.Cause.class.getName(),
            DeadLetterOffice.Subscribe.class.getName(),
            Crew.class.getName(),
            Crew.Keeper.class.getName(),
            Crew.Broadcast.class.getName(),
            Crew.Who.class.getName(),
            Crew.Stop.class.getName(),
            NodeJoined.class.getName(),
            PlaceReady.class.getName(),
            PlaceDraining.class.getName(),
            PlaceDrained.class.getName(),
            NodeLeft.class.getName(),
            NodeLeft.Cause.class.getName(),
            Topics.Order.class.getName(),
            Topics.Publication.class.getName(),
            Subscriptions.Order.What.class.getName(),
            WORK + "Order$Item",
            WORK + "Order$Batch",
            WORK + "Order$Tell",
            WORK + "Order$GiveBack",
            WORK + "Report$Done",
            WORK + "Report$Failed",
            WORK + "Report$GivenBack",
            WORK + "Report$Has",
            WORK + "Report$Kept",
            WORK + "Report$Tick",
            WORK + "Worker",
            WORK + "Worker$Next",
            WORK + "Hand",
            WORK + "Hand$Pace",
            Registry.Register.class.getName(),
            Registry.Lookup.class.getName(),
            Registry.GiveUp.class.getName(),
            RequestTimeoutException.class.getName(),
            ReceiverGoneException.class.getName(),
            ReceiverFailedException.class.getName(),
            UnsendableException.class.getName(),
            PlaceLostException.class.getName());

    private Travelling() {}
}
