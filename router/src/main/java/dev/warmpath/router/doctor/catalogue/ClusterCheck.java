package dev.warmpath.router.doctor.catalogue;

/** What can be wrong between routers of one fleet. */
@SuppressWarnings("ImmutableEnumChecker") // texts are a record of strings
public enum ClusterCheck implements CheckName {
    ROUTER_ALONE(new CheckText(
            "Other routers are configured and none is heard: this one chooses by its own load alone, and a burst at"
                    + " several routers may meet at one target",
            "`warmpath_cluster_members{state=\"live\"}` is 0; the log says why joining failed",
            "the first router of a rollout, for some seconds",
            "Compare `cluster.peers`, `port`, `bus_port` and `secret` on all routers, and see that both ports can be"
                    + " reached between them")),
    ROUTER_LOST(new CheckText(
            "A router is gone without a word, or frozen, or cut off: its load counts for nothing here",
            "`warmpath_cluster_members{state=\"lost\"}` and `{state=\"silent\"}`; its own `/ready`",
            "a router that was stopped says so, and is not told of",
            "Look at that router: its process, its host, the network between")),
    ROUTERS_DIFFER(new CheckText(
            "Routers of one fleet run different versions, models, scoring, workers or weights: they choose differently, and"
                    + " affinity is lost where a conversation comes to another router",
            "`GET /admin/config` and `GET /admin/workers` on both",
            "a rolling update, for as long as it lasts",
            "Give all routers one configuration; register workers on all of them")),
    ROUTER_MESSAGES_REFUSED(
            new CheckText(
                    "Messages or connections between routers are not taken: a release differs, or somebody else speaks, or says again"
                            + " what a router said",
                    "`warmpath_cluster_refused_total` by `reason`",
                    "a rolling update to a release that writes messages another way",
                    "Let none but routers reach both ports; run one release; raise `cluster.max_members` where there are more")),
    ROUTER_SECRET_DIFFERS(new CheckText(
            "A router was met that knows another `cluster.secret`: the two do not let each other in, and neither knows the"
                    + " other's load",
            "`warmpath_cluster_refused_total{reason=\"other_secret\"}`; the log names the address",
            "while a secret is changed, router after router",
            "Use one `cluster.secret` on all routers"));

    private final CheckText text;

    ClusterCheck(CheckText text) {
        this.text = text;
    }

    @Override
    public CheckText text() {
        return text;
    }
}
