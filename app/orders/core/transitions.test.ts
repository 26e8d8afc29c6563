import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MUTABLE_STATES, SENT_STATES, SUBMISSION_STATES, type SubmissionState } from "./states.ts";
import { SUBMISSION_EVENTS, nextState, TRANSITIONS, type SubmissionEvent } from "./transitions.ts";

const state = fc.constantFrom(...SUBMISSION_STATES);
const event = fc.constantFrom(...SUBMISSION_EVENTS);

/** The states passed by these events; events that must not happen change nothing. */
const applyEvents = (from: SubmissionState, events: readonly SubmissionEvent[]): SubmissionState[] =>
  events.reduce<SubmissionState[]>(
    (path, e) => [...path, nextState(path.at(-1) ?? from, e)?.to ?? path.at(-1) ?? from],
    [from],
  );

const PROGRESS: readonly SubmissionState[] = ["submitted", "in_production", "shipped", "fulfilled"];

/** Each state's events: `event>state` leads there, `event=` is a no-op, any other must not happen. `uncertain` has a test of its own. */
const EXPECTED_TRANSITIONS: Partial<Record<SubmissionState, string>> = {
  waiting:
    "wait>waiting release>ready uncertain>uncertain cancel>cancelled seen_at_provider>submitted in_production>in_production shipped>shipped",
  ready:
    "wait>waiting release>ready claim>submitting uncertain>uncertain cancel>cancelled seen_at_provider>submitted in_production>in_production shipped>shipped",
  submitting:
    "accepted>submitted rejected>rejected not_processed>ready uncertain>uncertain seen_at_provider>submitted in_production>in_production shipped>shipped",
  submitted: "accepted= cancel>cancelled seen_at_provider= in_production>in_production shipped>shipped",
  rejected:
    "wait>waiting release>ready uncertain>uncertain cancel>cancelled seen_at_provider>submitted in_production>in_production shipped>shipped",
  in_production: "accepted= cancel>cancelled seen_at_provider= in_production= shipped>shipped",
  shipped: "accepted= seen_at_provider= in_production= shipped= fulfilled>fulfilled",
  fulfilled: "accepted= seen_at_provider= in_production= shipped= fulfilled=",
  cancelled: "cancel= seen_at_provider>submitted in_production>in_production shipped>shipped",
};

describe("the table of transitions", () => {
  it.each(SUBMISSION_STATES.filter((state) => state in EXPECTED_TRANSITIONS))(
    "from %s is as written out here, for every event",
    (from) => {
      const transitions = SUBMISSION_EVENTS.flatMap((e) => {
        const transition = nextState(from, e);
        if (!transition) return [];
        expect(transition.isNoOp ? transition.to : from, e).toBe(from);
        return [transition.isNoOp ? `${e}=` : `${e}>${transition.to}`];
      });
      expect(transitions.join(" ")).toBe(EXPECTED_TRANSITIONS[from]);
    },
  );

  it("sends only what is claimed, and claims only what is ready", () => {
    const claimable = SUBMISSION_STATES.filter((s) => TRANSITIONS[s].claim === "submitting");
    expect(claimable).toEqual(["ready"]);
    expect(SUBMISSION_STATES.filter((s) => Object.values(TRANSITIONS[s]).includes("submitting"))).toEqual(["ready"]);
  });

  it("lets no late event take progress back, whatever events come in whatever order", () => {
    fc.assert(
      fc.property(state, fc.array(event, { maxLength: 30 }), (from, events) => {
        // A cancellation at the service is an end, and not a way back: what is seen after it begins anew.
        const path = applyEvents(from, events);
        path.forEach((now, at) => {
          const past = path[at - 1] ?? "waiting";
          if (now !== "cancelled" && past !== "cancelled")
            expect(PROGRESS.indexOf(now)).toBeGreaterThanOrEqual(PROGRESS.indexOf(past));
        });
      }),
    );
  });

  it("cancels nothing while its create call may be under way, nor what has shipped", () => {
    const cancellable = SUBMISSION_STATES.filter((s) => TRANSITIONS[s].cancel);
    expect(cancellable).toEqual(["waiting", "ready", "submitted", "rejected", "uncertain", "in_production"]);
  });

  it("never sends again what was canceled", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const path = applyEvents("cancelled", events);
        expect(path).not.toContain("submitting");
        expect(path).not.toContain("ready");
      }),
    );
  });

  it("leaves uncertain only for the service's report, proven absence, a repetition, a rejection or a cancellation", () => {
    const ways = SUBMISSION_EVENTS.filter((e) => nextState("uncertain", e) && !nextState("uncertain", e)?.isNoOp);
    expect(ways.sort()).toEqual([
      "absent",
      "accepted",
      "cancel",
      "in_production",
      "rejected",
      "repeat",
      "seen_at_provider",
      "shipped",
    ]);
  });

  it("stays uncertain when one more attempt ends without a clear answer", () => {
    expect(nextState("uncertain", "uncertain")).toEqual({ to: "uncertain", isNoOp: true });
  });

  it("follows a report of the service from every state, or includes the report already", () => {
    for (const s of SUBMISSION_STATES)
      for (const e of ["seen_at_provider", "in_production", "shipped"] as const)
        expect(nextState(s, e), `${s} ${e}`).not.toBeNull();
  });

  it("counts every state as mutable, sent or canceled", () => {
    expect([...MUTABLE_STATES, ...SENT_STATES, "cancelled"].sort()).toEqual([...SUBMISSION_STATES].sort());
  });
});
