import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { RunObserver } from "../ports/observe.ts";

/** Seconds. A sweep of a large shop takes minutes. */
const BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/** Runs of rows and of periodic jobs in this process. */
export function createRunMetrics(registry: Registry): RunObserver {
  const running = new Gauge({
    name: "inkbridge_jobs_running",
    help: "Runs under way in this process, by job: a queue's rows, or a periodic job.",
    labelNames: ["job"],
    registers: [registry],
  });
  const runs = new Counter({
    name: "inkbridge_job_runs_total",
    help: "Runs that ended in this process, by job and outcome (done, put_off, failed, database_unavailable).",
    labelNames: ["job", "outcome"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "inkbridge_job_seconds",
    help: "How long runs took, by job and outcome.",
    labelNames: ["job", "outcome"],
    buckets: BUCKETS,
    registers: [registry],
  });
  const lastSuccess = new Gauge({
    name: "inkbridge_job_last_success_timestamp_seconds",
    help: "When a run of the job last ended without failing in this process, in Unix time.",
    labelNames: ["job"],
    registers: [registry],
  });
  return {
    began: (job) => running.inc({ job }),
    ended({ job, outcome, ms }) {
      running.dec({ job });
      runs.inc({ job, outcome });
      seconds.observe({ job, outcome }, ms / 1000);
      if (outcome === "done" || outcome === "put_off") lastSuccess.setToCurrentTime({ job });
    },
  };
}
