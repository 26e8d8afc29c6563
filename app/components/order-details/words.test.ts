import { fileURLToPath } from "node:url";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SUBMISSION_EVENTS } from "../../orders/core/transitions.ts";
import { confirmationFor } from "./act-words.ts";
import { groupByDay } from "./group-by-day.ts";
import { detailMessages } from "./detail-words.ts";
import { historyMessage } from "./history-words.ts";

const ORDERS = fileURLToPath(new URL("../../orders/", import.meta.url));

/** Every code that our own sources write into the history. */
function writtenCodes(): string[] {
  const files = readdirSync(ORDERS, { recursive: true, encoding: "utf8" }).filter((f) =>
    /(?<!test|testing)\.ts$/.test(f),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(join(ORDERS, file), "utf8").matchAll(/code: "([a-z_]+\.[a-z_]+)"/g)].map(
      (match) => match[1] ?? "",
    ),
  );
  const eventCodes = SUBMISSION_EVENTS.map((event) => `submission.${event}`);
  return [...new Set([...found, ...eventCodes, "shopify.create", "shopify.tracking_update", "shopify.link_update"])];
}

describe("words of the history", () => {
  it("are there for every code that is written", () => {
    const codes = writtenCodes();
    expect(codes.length).toBeGreaterThan(20);
    const missing = codes.filter((code) => historyMessage({ code, data: {}, about: null, times: 1 }) === code);
    expect(missing).toEqual([]);
  });

  it("name the reason, and what it is about", () => {
    const entry = { code: "attention.opened", data: { code: "artwork_missing" }, about: "Tee, Black / M", times: 1 };
    expect(historyMessage(entry)).toBe("Needs attention: Required artwork is missing. (Tee, Black / M)");
  });

  it("show a code that nobody knows", () => {
    expect(historyMessage({ code: "some.thing", data: {}, about: null, times: 1 })).toBe("some.thing");
  });
});

describe("what a reason's details add", () => {
  it("names fields, figures and causes, and nothing of codes without words", () => {
    expect(detailMessages({ detail: { fields: ["zip", "city"] } })).toEqual(["Missing: postal code, city."]);
    expect(detailMessages({ detail: { percent: "12.5", least: 30 } })).toEqual([
      "The margin is 12.5%; the settings ask for 30%.",
    ]);
    expect(detailMessages({ detail: { reason: "not_image" } })).toEqual(["What the link shows is not an image."]);
    expect(detailMessages({ detail: { attemptId: "x", reason: "odd" } })).toEqual([]);
  });
});

it("one reason is approved straight away, several after a question", () => {
  expect(confirmationFor("approve", 1)).toBeNull();
  expect(confirmationFor("approve", 2)?.buttonLabel).toBe("Approve all");
  expect(confirmationFor("hold", 0)).toBeNull();
  expect(confirmationFor("send_now", 0)?.buttonLabel).toBe("Send now");
});

it("a history is grouped by the days of the shop's zone", () => {
  const entries = [{ at: "2026-11-21T00:30:00Z" }, { at: "2026-11-20T23:30:00Z" }, { at: "2026-11-20T22:30:00Z" }];
  expect(groupByDay(entries, "Europe/Berlin").map((day) => [day.label, day.entries.length])).toEqual([
    ["Saturday, Nov 21, 2026", 2],
    ["Friday, Nov 20, 2026", 1],
  ]);
});
