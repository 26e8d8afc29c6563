import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENTS, next, OPEN_STATES, SENT_STATES, STATES, TABLE, type Event, type State } from "./transitions.ts";

const state = fc.constantFrom(...STATES);
const event = fc.constantFrom(...EVENTS);

/** Walks events from a state; events that must not happen change nothing. */
const walk = (from: State, events: readonly Event[]): State[] =>
  events.reduce<State[]>((path, e) => [...path, next(path.at(-1) ?? from, e)?.to ?? path.at(-1) ?? from], [from]);

const PROGRESS: readonly State[] = ["submitted", "in_production", "shipped", "fulfilled"];

/** Each state's events: `event>state` leads there, `event=` is old news, any other must not happen. `uncertain` has a test of its own. */
const WRITTEN_OUT: Partial<Record<State, string>> = {
  draft: "wait>waiting release>ready cancel>cancelled alive>submitted in_production>in_production shipped>shipped",
  waiting: "wait>waiting release>ready cancel>cancelled alive>submitted in_production>in_production shipped>shipped",
  ready:
    "wait>waiting release>ready claim>submitting cancel>cancelled alive>submitted in_production>in_production shipped>shipped",
  submitting:
    "accepted>submitted refused>rejected not_processed>ready unclear>uncertain alive>submitted in_production>in_production shipped>shipped",
  submitted: "accepted= alive= in_production>in_production shipped>shipped",
  rejected: "wait>waiting release>ready cancel>cancelled alive>submitted in_production>in_production shipped>shipped",
  in_production: "accepted= alive= in_production= shipped>shipped",
  shipped: "accepted= alive= in_production= shipped= fulfilled>fulfilled",
  fulfilled: "accepted= alive= in_production= shipped= fulfilled=",
  cancelled: "cancel= alive>submitted in_production>in_production shipped>shipped",
};

describe("the table of transitions", () => {
  it.each(STATES.filter((state) => state in WRITTEN_OUT))("from %s is as written out here, for every event", (from) => {
    const steps = EVENTS.flatMap((e) => {
      const step = next(from, e);
      if (!step) return [];
      expect(step.stays ? step.to : from, e).toBe(from);
      return [step.stays ? `${e}=` : `${e}>${step.to}`];
    });
    expect(steps.join(" ")).toBe(WRITTEN_OUT[from]);
  });

  it("sends only what is claimed, and claims only what is ready", () => {
    const claimable = STATES.filter((s) => TABLE[s].claim === "submitting");
    expect(claimable).toEqual(["ready"]);
    expect(STATES.filter((s) => Object.values(TABLE[s]).includes("submitting"))).toEqual(["ready"]);
  });

  it("never takes progress back, whatever comes in whatever order", () => {
    fc.assert(
      fc.property(state, fc.array(event, { maxLength: 30 }), (from, events) => {
        const ranks = walk(from, events).map((s) => PROGRESS.indexOf(s));
        ranks.forEach((rank, at) => expect(rank).toBeGreaterThanOrEqual(at === 0 ? -1 : (ranks[at - 1] ?? -1)));
      }),
    );
  });

  it("cancels nothing that the service has or may have, but for what is shown absent", () => {
    const cancellable = STATES.filter((s) => TABLE[s].cancel);
    expect(cancellable).toEqual(["draft", "waiting", "ready", "rejected", "uncertain"]);
  });

  it("never sends again what was cancelled", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const path = walk("cancelled", events);
        expect(path).not.toContain("submitting");
        expect(path).not.toContain("ready");
      }),
    );
  });

  it("leaves an unclear attempt only by a sign of life, by absence, refused when shown absent, or cancelled", () => {
    const ways = EVENTS.filter((e) => next("uncertain", e) && !next("uncertain", e)?.stays);
    expect(ways.sort()).toEqual(["absent", "accepted", "alive", "cancel", "in_production", "refused", "shipped"]);
  });

  it("follows a sign of life from every state, or knows it already", () => {
    for (const s of STATES)
      for (const e of ["alive", "in_production", "shipped"] as const) expect(next(s, e), `${s} ${e}`).not.toBeNull();
  });

  it("counts every state as open, sent or given up", () => {
    expect([...OPEN_STATES, ...SENT_STATES, "cancelled"].sort()).toEqual([...STATES].sort());
  });
});
