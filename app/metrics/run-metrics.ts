import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { RunObserver } from "../ports/observe.ts";

/** Seconds. A sweep of a large shop takes minutes. */
const BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/**
 * Runs of rows and of periodic jobs in this process. Prometheus gives each series a label `job` of its own, the name of the
 * scrape, and renames one that was there: the label is `job_name`.
 */
export function createRunMetrics(registry: Registry): RunObserver {
  const running = new Gauge({
    name: "inkbridge_jobs_running",
    help: "Runs under way in this process, by job_name: a queue's rows, or a periodic job.",
    labelNames: ["job_name"],
    registers: [registry],
  });
  const runs = new Counter({
    name: "inkbridge_job_runs_total",
    help: "Runs that ended in this process, by job_name and outcome (done, put_off, failed, database_unavailable).",
    labelNames: ["job_name", "outcome"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "inkbridge_job_seconds",
    help: "How long runs took, by job_name and outcome.",
    labelNames: ["job_name", "outcome"],
    buckets: BUCKETS,
    registers: [registry],
  });
  const lastSuccess = new Gauge({
    name: "inkbridge_job_last_success_timestamp_seconds",
    help: "When a run of the job last ended without failing in this process, in Unix time, by job_name.",
    labelNames: ["job_name"],
    registers: [registry],
  });
  return {
    began: (job) => running.inc({ job_name: job }),
    ended({ job, outcome, ms }) {
      running.dec({ job_name: job });
      runs.inc({ job_name: job, outcome });
      seconds.observe({ job_name: job, outcome }, ms / 1000);
      if (outcome === "done" || outcome === "put_off") lastSuccess.setToCurrentTime({ job_name: job });
    },
  };
}
