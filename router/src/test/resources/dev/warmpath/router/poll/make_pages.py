"""Writes the scrape pages that MetricsScanTest reads.

The families, their help texts, labels and modes are those of vLLM's metrics/loggers.py (0.2x); the text is written by the
Python client itself, as vLLM's is:

    pip install prometheus_client==0.26.0
    python make_pages.py
"""

import pathlib

from prometheus_client import CollectorRegistry, Gauge, Histogram
from prometheus_client import exposition, openmetrics

HERE = pathlib.Path(__file__).parent
LABELS = ["model_name", "engine"]
MODEL = 'org/a "quoted" {model}, with\\everything'


def gauge(registry, name, text, values, labels=LABELS, more=()):
    family = Gauge(name, text, labels, registry=registry)
    for engine, value in values.items():
        family.labels(MODEL, engine, *more).set(value)


registry = CollectorRegistry()
gauge(registry, "vllm:num_requests_running", "Number of requests in model execution batches.", {"0": 3, "1": 12})
gauge(registry, "vllm:num_requests_waiting", "Number of requests waiting to be processed.", {"0": 0, "1": 250000})
gauge(
    registry,
    "vllm:num_requests_waiting_by_reason",
    "Number of requests waiting to be processed by reason.",
    {"0": 77, "1": 77},
    LABELS + ["reason"],
    ["waiting for capacity, deferred"],
)
gauge(registry, "vllm:kv_cache_usage_perc", "KV-cache usage. 1 means 100 percent usage.", {"0": 0.0625, "1": 1.0})
latency = Histogram(
    "vllm:e2e_request_latency_seconds", "Histogram of e2e request latency in seconds.", LABELS, registry=registry
)
latency.labels(MODEL, "0").observe(1.5)

(HERE / "vllm-metrics.txt").write_bytes(exposition.generate_latest(registry))
(HERE / "vllm-openmetrics.txt").write_bytes(openmetrics.exposition.generate_latest(registry))
