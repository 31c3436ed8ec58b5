package dev.warmpath.scorer.load;

/** The decode legs on one target that wait for their prefill. Guarded by the ledger's lock. */
final class AwaitedLegs {

    private final FadingSum metRequests = new FadingSum();
    private final FadingSum metBlocks = new FadingSum();
    private int requests;
    private long blocks;

    /** One of them. */
    final class One extends WaitingLine.Place {

        private final Arrivals arrivals;
        private final long blocks;
        private final double scaledRequest;
        private final double scaledBlocks;
        private final long epoch;
        private boolean waits = true;

        private One(Arrivals arrivals, long blocks) {
            this.arrivals = arrivals;
            this.blocks = blocks;
            arrivals.expect(this);
            FadingScale scale = arrivals.scale();
            scaledRequest = metRequests.add(1, scale);
            scaledBlocks = metBlocks.add((double) blocks, scale);
            epoch = scale.epoch();
        }

        /** Its prefill is done; nothing new where that is known. */
        void arrive() {
            if (waits) {
                stopWaiting();
                arrivals.arrive(this);
            }
        }

        /** It ended; to be called once. */
        void leave() {
            if (waits) {
                stopWaiting();
                arrivals.giveUp(this);
            } else {
                arrivals.leave();
            }
        }

        private void stopWaiting() {
            if (waits) {
                waits = false;
                requests--;
                AwaitedLegs.this.blocks -= blocks;
                metRequests.takeBack(scaledRequest, epoch, arrivals.scale());
                metBlocks.takeBack(scaledBlocks, epoch, arrivals.scale());
                if (requests == 0) {
                    // What rounding left must not become part of the next leg's sum.
                    metRequests.clear();
                    metBlocks.clear();
                }
            }
        }
    }

    /** @param blocks that it adds to those of its target */
    One add(Arrivals arrivals, long blocks) {
        this.requests++;
        this.blocks += blocks;
        return new One(arrivals, blocks);
    }

    /** Of those in flight on the target, how many a leg that is booked now will meet. */
    double metRequests(int inflight, Arrivals arrivals) {
        double waiting = metRequests.worth(arrivals.scale());
        return arrivals.staying() * (inflight - requests) + waiting;
    }

    /** The same in KV blocks. */
    double metBlocks(long inflight, Arrivals arrivals) {
        double waiting = metBlocks.worth(arrivals.scale());
        return arrivals.staying() * (inflight - blocks) + waiting;
    }
}
