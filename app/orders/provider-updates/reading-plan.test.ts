import fc from "fast-check";
import { expect, test } from "vitest";
import { planReading } from "./reading-plan.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000);

test("many recent ones are read from the list, the old few by detail", () => {
  const recent = Array.from({ length: 150 }, () => ({ sentAt: day(99), detailRequests: 1 }));
  const old = { sentAt: day(3), detailRequests: 1 };
  const candidates = [
    { from: day(3), sentSince: 50_000 },
    { from: day(98), sentSince: 400 },
  ];
  expect(planReading([...recent, old], candidates)).toEqual({ listFrom: day(98), requests: 3 + 1 });
});

test("one alone is asked for by its detail where the date is known, and by the list where it is not", () => {
  const candidates = [{ from: day(1), sentSince: 10 }];
  expect(planReading([{ sentAt: day(1), detailRequests: 1 }], candidates)).toEqual({ listFrom: null, requests: 1 });
  expect(planReading([{ sentAt: day(1), detailRequests: 3 }], candidates)).toEqual({ listFrom: day(1), requests: 2 });
});

test("no scan begins where the service has more pages than a scan may read", () => {
  const due = Array.from({ length: 1_000 }, () => ({ sentAt: day(1), detailRequests: 1 }));
  const recent = { sentAt: day(99), detailRequests: 3 };
  const candidates = [
    { from: day(1), sentSince: 50_000 },
    { from: day(98), sentSince: 200 },
  ];
  expect(planReading([...due, recent], candidates)).toEqual({ listFrom: day(98), requests: 1_000 + 2 });
});

test("no candidate is cheaper than the plan", () => {
  const one = fc.record({
    sentAt: fc.integer({ min: 0, max: 100 }).map(day),
    detailRequests: fc.constantFrom(1, 3),
  });
  const candidate = fc.record({ from: fc.integer({ min: 0, max: 100 }).map(day), sentSince: fc.nat(49_999) });
  fc.assert(
    fc.property(fc.array(one), fc.array(candidate), (due, candidates) => {
      const { requests } = planReading(due, candidates);
      expect(requests).toBeLessThanOrEqual(due.reduce((sum, { detailRequests }) => sum + detailRequests, 0));
      for (const { from, sentSince } of candidates) {
        const older = due.filter(({ sentAt }) => sentAt < from);
        const cost = Math.ceil(sentSince / 200) + 1 + older.reduce((sum, o) => sum + o.detailRequests, 0);
        expect(requests).toBeLessThanOrEqual(cost);
      }
    }),
  );
});
