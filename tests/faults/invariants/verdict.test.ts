import { expect, it } from "vitest";
import type { Facts } from "../facts/facts.ts";
import { accountFor } from "./verdict.ts";
import { boughtOrder, healthy, submissionRow } from "./healthy-facts.testing.ts";

const line = boughtOrder().lines[0] ?? expect.fail();
const made = healthy().made[0] ?? expect.fail();
const open = { fulfilments: [], mails: [], lines: [{ ...line, unfulfilled: 2 }] };
const told = (...codes: string[]) => healthy().orders.map((row) => ({ ...row, open: codes }));

const fateIn = (over: Partial<Facts>) => {
  const [account] = accountFor(healthy(over));
  return [account?.fate, account?.printed];
};

it.each<[string, Partial<Facts>, [string, string]]>([
  ["all went well", {}, ["fulfilled", "once"]],
  ["a person is told why", { made: [], bought: [boughtOrder(open)], orders: told("unmapped_line") }, ["held", "never"]],
  ["nobody is told why", { made: [], bought: [boughtOrder(open)] }, ["lost", "never"]],
  ["made, and not sent on", { bought: [boughtOrder(open)] }, ["unexplained", "once"]],
  [
    "cancelled before it was sent",
    { made: [], bought: [boughtOrder({ ...open, cancelled: true })] },
    ["cancelled", "never"],
  ],
  [
    "everything was taken out",
    { made: [], bought: [boughtOrder({ ...open, lines: [{ ...line, now: 0, unfulfilled: 0 }] })] },
    ["cancelled", "never"],
  ],
  [
    "nothing of it is ours",
    { made: [], bought: [boughtOrder({ ...open, lines: [{ ...line, itemSku: null, unfulfilled: 2 }] })] },
    ["not ours", "never"],
  ],
  [
    "erased and bought before",
    {
      made: [],
      bought: [boughtOrder(open)],
      orders: healthy().orders.map((row) => ({ ...row, leftAlone: "redacted" })),
    },
    ["left alone", "never"],
  ],
  [
    "made, and stopped by the printer",
    { bought: [boughtOrder(open)], made: [{ ...made, stopped: true, numbers: [] }] },
    ["at the printer", "once"],
  ],
  [
    "the merchant has left for good",
    { made: [], bought: [boughtOrder({ ...open, appGone: true })] },
    ["left alone", "never"],
  ],
  ["made twice", { made: [made, made] }, ["fulfilled", "more"]],
])("%s", (_name, over, wanted) => {
  expect(fateIn(over)).toEqual(wanted);
});

it("does not count what a person had replaced", () => {
  const replacement = submissionRow({ id: "sub-2", reference: "1001-BBBB" });
  const submissions = [submissionRow({ replaced: true }), replacement];
  expect(fateIn({ submissions, made: [made, { ...made, reference: "1001-BBBB" }] })).toEqual(["fulfilled", "once"]);
});
