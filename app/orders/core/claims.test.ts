import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advanceClaim, CLAIM_ANSWERS, CLAIM_STATES, type ClaimEvent, type ClaimProgress } from "./claims.ts";

const AT = new Date("2026-11-30T09:00:00Z");
const NEW: ClaimProgress = {
  ...{ state: "open", askedAt: null, answer: null, answeredAt: null, answeredBy: null, closedAt: null },
};
const by = (userId: string) => ({ at: AT, userId });

const event: fc.Arbitrary<ClaimEvent> = fc.oneof(
  fc.constantFrom<ClaimEvent>({ event: "ask" }, { event: "close" }, { event: "reopen" }),
  fc.constantFrom(...CLAIM_ANSWERS).map((answer): ClaimEvent => ({ event: "answer", answer })),
);

/** Each claim on the way of these events; one that does not fit changes nothing. */
const wayOf = (events: readonly ClaimEvent[]): ClaimProgress[] =>
  events.reduce<ClaimProgress[]>(
    (way, one) => {
      const last = way.at(-1) ?? NEW;
      return [...way, advanceClaim(last, one, by("7")) ?? last];
    },
    [NEW],
  );

const ALL: ClaimEvent[] = [
  { event: "ask" },
  { event: "answer", answer: "refund" },
  { event: "close" },
  { event: "reopen" },
];
/** A claim in each state. */
const IN_STATE: Readonly<Record<(typeof CLAIM_STATES)[number], ClaimProgress>> = {
  open: NEW,
  asked: { ...NEW, state: "asked", askedAt: AT },
  answered: { ...NEW, state: "answered", answer: "refused", answeredAt: AT, answeredBy: "7" },
  done: { ...NEW, state: "done", closedAt: AT },
};
const EXPECTED = {
  open: "ask>asked answer>answered close>done",
  asked: "answer>answered close>done",
  answered: "answer>answered close>done",
  done: "reopen>open",
};

describe("what becomes of a claim", () => {
  it.each(CLAIM_STATES)("from %s is as written out here, for every event", (state) => {
    const ways = ALL.flatMap((one) => {
      const next = advanceClaim(IN_STATE[state], one, by("7"));
      return next ? [`${one.event}>${next.state}`] : [];
    });
    expect(ways.join(" ")).toBe(EXPECTED[state]);
  });

  it("always agrees with what happened: done is closed, answered has an answer, asked was asked, open is neither", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        for (const { state, askedAt, answer, answeredAt, closedAt } of wayOf(events)) {
          expect(state === "done").toBe(closedAt !== null);
          expect(answer === null).toBe(answeredAt === null);
          if (state === "answered") expect(answer).not.toBeNull();
          if (state === "asked") expect([askedAt, answer]).toEqual([AT, null]);
          if (state === "open") expect([askedAt, answer]).toEqual([null, null]);
        }
      }),
    );
  });

  it("forgets no answer and no question, whatever comes later", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const way = wayOf(events);
        for (const [at, claim] of way.entries()) {
          const before = way[at - 1];
          if (before?.askedAt) expect(claim.askedAt).toEqual(before.askedAt);
          if (before?.answer) expect(claim.answer).not.toBeNull();
        }
      }),
    );
  });

  it("comes back after a closing to where it was", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), (events) => {
        const before = wayOf(events).at(-1) ?? NEW;
        fc.pre(before.state !== "done");
        const closed = advanceClaim(before, { event: "close" }, by("1"));
        expect(closed && advanceClaim(closed, { event: "reopen" }, by("2"))).toEqual(before);
      }),
    );
  });
});
