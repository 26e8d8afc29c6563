import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSettings, type ShopSettings } from "../../settings/settings.ts";
import { planSending, type PlannedSubmission, type SendingRules } from "./sending-plan.ts";

const at = (time: string) => new Date(`2026-11-23T${time}:00Z`);
const placed = { shopifyCreatedAt: at("12:00") };
const FIRST: PlannedSubmission = { kind: "first", windowWaived: false, sendingTime: null, rules: [] };
const DAILY: Partial<ShopSettings> = {
  editWindowMinutes: 30,
  sending: { mode: "at_times", times: ["09:00", "18:00"], weekdays: [1, 2, 3, 4, 5, 6, 7] },
};

const rules = (settings: Partial<ShopSettings>, pause: Partial<SendingRules["shop"]> = {}): SendingRules => ({
  settings: readSettings(settings),
  shop: { timezone: "UTC", sendingPausedAt: null, sendingPausedUntil: null, ...pause },
});

describe("an order that nothing holds leaves", () => {
  it("once its edit window has ended, and at once without one", () => {
    const window = rules({ editWindowMinutes: 30 });
    expect(planSending(at("12:10"), window, placed, FIRST)).toMatchObject({ for: "edit_window", at: at("12:30") });
    expect(planSending(at("12:30"), window, placed, FIRST)).toBeNull();
    expect(planSending(at("12:00"), rules({ editWindowMinutes: 0 }), placed, FIRST)).toBeNull();
  });

  it("at the first sending time after its edit window", () => {
    const evening = { for: "sending_time", at: at("18:00") };
    expect(planSending(at("12:10"), rules(DAILY), placed, FIRST)).toMatchObject(evening);
    const late = { shopifyCreatedAt: at("17:45") };
    const morning = { for: "sending_time", at: new Date("2026-11-24T09:00:00Z") };
    expect(planSending(at("17:50"), rules(DAILY), late, FIRST)).toMatchObject(morning);
    // Approved after the last sending time of the day.
    expect(planSending(at("18:30"), rules(DAILY), placed, FIRST)).toMatchObject(morning);
  });

  it("once its sending time is reached, however many tries that takes", () => {
    const waits = { ...FIRST, sendingTime: at("18:00") };
    expect(planSending(at("18:00"), rules(DAILY), placed, waits)).toBeNull();
    expect(planSending(at("23:10"), rules(DAILY), placed, waits)).toBeNull();
  });

  it("at the new time where the times have changed since", () => {
    const changed = rules({ ...DAILY, sending: { mode: "at_times", times: ["20:00"], weekdays: [1] } });
    const waits = { ...FIRST, sendingTime: at("18:00") };
    expect(planSending(at("18:00"), changed, placed, waits)).toMatchObject({ for: "sending_time", at: at("20:00") });
  });

  it("when staff sends it, where that is how orders leave", () => {
    const byHand = rules({ sending: { ...readSettings({}).sending, mode: "by_hand" } });
    expect(planSending(at("23:00"), byHand, placed, FIRST)).toMatchObject({ for: "staff", at: null });
    expect(planSending(at("23:00"), byHand, placed, { ...FIRST, windowWaived: true })).toBeNull();
  });

  it.each([
    ["a replacement", { kind: "replacement" }],
    ["what staff sends now, such as a reprint", { windowWaived: true }],
  ] as const)("at once: %s", (_what, over) => {
    expect(planSending(at("12:10"), rules(DAILY), placed, { ...FIRST, ...over })).toBeNull();
  });
});

describe("while sending is paused", () => {
  it("nothing leaves, not even what a person asked for", () => {
    const paused = rules(DAILY, { sendingPausedAt: at("11:00") });
    for (const over of [{}, { windowWaived: true }, { kind: "replacement" as const }, { sendingTime: at("09:00") }])
      expect(planSending(at("12:10"), paused, placed, { ...FIRST, ...over })).toMatchObject({ for: "pause", at: null });
  });

  it("what waited goes by the same rules afterwards", () => {
    const until = at("17:00");
    const paused = (settings: Partial<ShopSettings>, end = until) =>
      rules(settings, { sendingPausedAt: at("11:00"), sendingPausedUntil: end });
    expect(planSending(at("12:10"), paused(DAILY), placed, FIRST)).toMatchObject({ for: "pause", at: at("18:00") });
    expect(planSending(at("12:10"), paused({}), placed, FIRST)).toMatchObject({ for: "pause", at: until });
    // Its sending time falls into the pause.
    const missed = { ...FIRST, sendingTime: at("18:00") };
    const next = new Date("2026-11-24T09:00:00Z");
    expect(planSending(at("12:10"), paused(DAILY, at("19:00")), placed, missed)).toMatchObject({
      for: "pause",
      at: next,
    });
    expect(planSending(until, paused({}), placed, FIRST)).toBeNull();
  });
});

it("no plan lies in the past, and who follows it, however late, leaves within two turns", () => {
  const minutes = fc.integer({ min: 0, max: 14 * 1_440 }).map((m) => new Date(at("00:00").getTime() + m * 60_000));
  const settings = fc.record({
    editWindowMinutes: fc.integer({ min: 0, max: 10_080 }),
    sending: fc.record({
      mode: fc.constantFrom("continuous" as const, "at_times" as const),
      times: fc.subarray(["00:00", "02:30", "09:00", "18:00"], { minLength: 1 }),
      weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7] as const, { minLength: 1 }).map((days) => [...days]),
    }),
  });
  const pause = fc.option(minutes, { nil: null });
  fc.assert(
    fc.property(minutes, minutes, settings, pause, fc.nat(300_000), (created, now, given, until, lateMs) => {
      const pausedAt = until && at("00:00");
      const all = rules(given, { sendingPausedAt: pausedAt, sendingPausedUntil: until, timezone: "Europe/Berlin" });
      const order = { shopifyCreatedAt: created };
      let submission = FIRST;
      let time = now;
      for (let turn = 0; turn < 3; turn += 1) {
        const wait = planSending(time, all, order, submission);
        if (!wait) return;
        if (!wait.at) throw new Error("nobody knows when");
        expect(wait.at.getTime()).toBeGreaterThanOrEqual(time.getTime());
        submission = { ...submission, sendingTime: wait.sendingTime };
        time = new Date(wait.at.getTime() + lateMs);
      }
      throw new Error("it never leaves");
    }),
  );
});
