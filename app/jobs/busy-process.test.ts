import { expect, it } from "vitest";
import { createBusyCheck } from "./busy-process.ts";

/** An event loop whose times are given: how long it computed, how long it waited, in milliseconds. */
function loopWithTimes() {
  let now = 0;
  let active = 0;
  const utilizationOf = (active: number, idle: number) => ({ active, idle, utilization: active / (active + idle) });
  return {
    computes(ms: number) {
      active += ms;
      now += ms;
    },
    waits(ms: number) {
      now += ms;
    },
    now: () => now,
    eventLoopUtilization: (end?: { active: number; idle: number }, begin?: { active: number; idle: number }) =>
      end && begin
        ? utilizationOf(end.active - begin.active, end.idle - begin.idle)
        : utilizationOf(active, now - active),
  };
}

it("calls a process busy that computes most of the time, until it rests again", () => {
  const loop = loopWithTimes();
  const isBusy = createBusyCheck(0.8, loop);
  expect(isBusy()).toBe(false);
  loop.computes(450);
  loop.waits(100);
  expect(isBusy()).toBe(true);
  loop.computes(300);
  loop.waits(300);
  expect(isBusy()).toBe(false);
});

it("keeps its answer until it has measured long enough", () => {
  const loop = loopWithTimes();
  const isBusy = createBusyCheck(0.8, loop);
  loop.computes(499);
  expect(isBusy()).toBe(false);
  loop.computes(1);
  expect(isBusy()).toBe(true);
  loop.waits(499);
  expect(isBusy()).toBe(true);
});
