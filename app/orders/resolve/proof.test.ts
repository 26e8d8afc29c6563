import { describe, expect, it } from "vitest";
import { goodWalks, provenAbsent, witnessSent, type AbsentWalk } from "./proof.ts";

const QUIET = 10 * 60_000;
const ended = new Date("2026-03-01T12:00:00Z");
const at = (minutes: number) => new Date(ended.getTime() + minutes * 60_000);
const walk = (minutes: number, witness?: number): AbsentWalk => ({
  at: at(minutes),
  detail: witness === undefined ? {} : witnessSent(at(witness)),
});

describe("proof of absence", () => {
  it.each([
    ["two walks apart, each with a later witness", [walk(10, 5), walk(20, 5)], true],
    ["one walk only", [walk(30, 5)], false],
    ["walks too close together", [walk(10, 5), walk(15, 5)], false],
    ["the first walk too early", [walk(3, 2), walk(12, 5)], false],
    ["no witness in the second", [walk(10, 5), walk(20)], false],
    ["a witness that was sent before", [walk(10, -1), walk(20, -1)], false],
    ["walks without witness in between do no harm", [walk(10, 5), walk(12), walk(20, 5)], true],
    ["nothing looked at", [], false],
  ])("%s", (_name, walks, proven) => {
    expect(provenAbsent(goodWalks(walks, ended, QUIET), QUIET)).toBe(proven);
  });
});
