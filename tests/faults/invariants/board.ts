import { combine, checkEach, type Invariant } from "./invariant.ts";

/** Codes with the field that they are about, and names of errors: one, or those of the rows of a set. */
const REASON = /^[A-Za-z][A-Za-z0-9_ :.]{1,100}(, [A-Za-z][A-Za-z0-9_ :.]{1,100})*$/;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Of one queue, completed and failed ones each. */
const MAX_KEPT = 1_000;
/** Rows of one job. */
const MAX_ROWS = 100;

export const boardShowsWhatIs: Invariant = {
  number: 15,
  statement:
    "The board shows what is: at rest no job is active, a failed one names why, and all hold ids and codes only.",
  check({ jobs }) {
    const kept = Map.groupBy(
      jobs.filter(({ state }) => state === "completed" || state === "failed"),
      ({ queue, state }) => `${state} jobs of ${queue}`,
    );
    return combine(
      checkEach(jobs, ({ queue, id, state }) =>
        state === "active" || state === "waiting" ? `job ${id} of ${queue} is ${state}, and nothing runs` : null,
      ),
      checkEach(jobs, ({ queue, id, data }) =>
        holdsIdsAlone(data) ? null : `job ${id} of ${queue} holds more than ids`,
      ),
      checkEach(
        jobs.filter(({ state }) => state === "failed"),
        ({ queue, id, failedReason, stack }) =>
          REASON.test(failedReason ?? "") && stack === "" ? null : `job ${id} of ${queue} does not name why it failed`,
      ),
      checkEach(
        jobs.filter(({ state }) => state === "delayed"),
        ({ queue, id, delayMs }) => (delayMs > 0 ? null : `job ${id} of ${queue} does not say until when it waits`),
      ),
      checkEach([...kept], ([what, group]) => (group.length > MAX_KEPT ? `${group.length} ${what} are kept` : null)),
    );
  },
};

function holdsIdsAlone(data: unknown): boolean {
  const { ids, run, kind = "", ...others } = data as Record<string, unknown>;
  return (
    Object.keys(others).length === 0 &&
    Array.isArray(ids) &&
    ids.length > 0 &&
    ids.length <= MAX_ROWS &&
    [...ids, ...(run === undefined ? [] : [run])].every((id) => UUID.test(String(id))) &&
    /^[a-z_]*$/.test(String(kind))
  );
}
