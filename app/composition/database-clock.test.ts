import { expect, test } from "vitest";
import { createDatabaseClock } from "./database-clock.ts";

const NOON = Date.parse("2026-03-01T12:00:00.000Z");
const DAY = 86_400_000;

/** A machine whose clocks are set by hand, and a database that answers after `slowMs`. */
function fakeMachine() {
  const it = { wall: NOON + 7_000, steady: 50, database: NOON, connectMs: 0, slowMs: 0, away: false };
  const pass = (ms: number) => {
    it.wall += ms;
    it.steady += ms;
    it.database += ms;
  };
  const ask = async () => {
    if (it.away) throw new Error("away");
    pass(it.connectMs);
    it.connectMs = 0;
    pass(it.slowMs / 2);
    const databaseTime = new Date(it.database);
    pass(it.slowMs / 2);
    return databaseTime;
  };
  const clock = createDatabaseClock(ask, { wall: () => it.wall, steady: () => it.steady });
  return { it, pass, clock, now: () => clock.now().getTime() };
}

test("it is the database's, whatever this machine's says", async () => {
  const { it, pass, clock, now } = fakeMachine();
  await clock.start();
  expect(now()).toBe(NOON);
  pass(1_500);
  expect(now()).toBe(NOON + 1_500);
  it.wall += DAY;
  expect(now()).toBe(NOON + 1_500);
  it.wall -= 2 * DAY;
  pass(10);
  expect(now()).toBe(NOON + 1_510);
  clock.stop();
});

test("an answer's way is reckoned in", async () => {
  const { it, clock, now } = fakeMachine();
  it.slowMs = 800;
  await clock.start();
  expect(now()).toBe(it.database);
  clock.stop();
});

test("connecting, which comes before the first answer, does not set it ahead", async () => {
  const { it, clock, now } = fakeMachine();
  it.connectMs = 900;
  await clock.start();
  expect(now()).toBe(it.database);
  clock.stop();
});

test("without a database it is the machine's, and starting does not fail", async () => {
  const { it, clock, now } = fakeMachine();
  it.away = true;
  await clock.start();
  expect(now()).toBe(it.wall);
  clock.stop();
});

test("two machines whose clocks lie days apart agree", async () => {
  const one = fakeMachine();
  const other = fakeMachine();
  one.it.wall += DAY;
  other.it.wall -= DAY;
  await Promise.all([one.clock.start(), other.clock.start()]);
  expect(one.now()).toBe(other.now());
  one.clock.stop();
  other.clock.stop();
});
