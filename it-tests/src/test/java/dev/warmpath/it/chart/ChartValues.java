package dev.warmpath.it.chart;

/** Values that charts are rendered with, and what the objects are called then. */
final class ChartValues {

    static final String NAME = "it-warmpath";

    /** As few as can be. */
    static final String LEAST = """
            adminToken: {secret: admin}
            config:
              scoring:
                prefill: {overlap_weight: 20.0}
                decode: {overlap_weight: 2.0}
              models: [{name: my-model, tokenizer: /models/my-model}]
              index: {max_blocks_per_rank: 4000000}
              workers:
                - {url: "http://prefill:30000", role: prefill, engine: sglang, bootstrap_port: 8998}
                - {url: "http://decode:30000", role: decode, engine: sglang}
            """;

    /** The chart is told of the engines' pods and of operators. */
    static final String ENGINES = LEAST + """
            networkPolicy:
              operators:
                - namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}
              engines:
                podSelector: {matchLabels: {app: engine}}
                eventPorts: [{port: 5557, endPort: 5564}, {port: 5657}]
                bindPorts: [{port: 24000, endPort: 24999}]
            """;

    /** Routers that tell each other of their load. */
    static final String CLUSTER = "cluster: {enabled: true, secret: {secret: routers, key: word}}\n";

    /** Pods are discovered in two namespaces, one of them the router's own. */
    static final String DISCOVERY = LEAST + """
              discovery:
                - name: pods
                  worker: {role: prefill, engine: sglang}
                  kubernetes: {namespace: engines, selector: app=engine, port: 30000}
                - name: neighbours
                  worker: {role: decode, engine: sglang}
                  kubernetes: {selector: app=engine, port: 30000}
            """;

    private ChartValues() {}
}
