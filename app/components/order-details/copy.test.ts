import { fileURLToPath } from "node:url";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SUBMISSION_EVENTS } from "../../orders/core/transitions.ts";
import type { AttentionCode } from "../../orders/core/attention.ts";
import type { PlannedWaitView, SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { UncertaintyView } from "../../orders/pages/details/uncertainty.ts";
import { stateLabel } from "../common/labels.ts";
import { timeUntil } from "../common/format.ts";
import { confirmationFor } from "./action-copy.ts";
import { detailMessages, dueText, hasUnknownContents, standingMessage, stateMessage } from "./copy.ts";
import { groupByDay, historyMessage } from "./history-card.tsx";
import type { HistoryView } from "../../orders/pages/details/history-view.ts";
import { lookupMessage } from "./calls.tsx";
import { uncertaintyCopy } from "./uncertainty.tsx";

const ORDERS = fileURLToPath(new URL("../../orders/", import.meta.url));

/** Every history code in the sources of the domain. */
function writtenCodes(): HistoryView["code"][] {
  const files = readdirSync(ORDERS, { recursive: true, encoding: "utf8" }).filter((f) =>
    /(?<!test|testing)\.ts$/.test(f),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(join(ORDERS, file), "utf8").matchAll(/code: "([a-z_]+\.[a-z_]+)"/g)].map(
      (match) => match[1] ?? "",
    ),
  );
  const eventCodes = SUBMISSION_EVENTS.map((event) => `submission.${event}`);
  return [
    ...new Set([...found, ...eventCodes, "shopify.create", "shopify.tracking_update", "shopify.link_update"]),
  ] as HistoryView["code"][];
}

describe("history", () => {
  it("has a sentence for every code that the app writes", () => {
    const codes = writtenCodes();
    expect(codes.length).toBeGreaterThan(20);
    const missing = codes.filter((code) => historyMessage({ code, data: {}, about: null, times: 1 }) === code);
    expect(missing).toEqual([]);
  });

  it("names a reason and its subject", () => {
    const data = { code: "artwork_missing" };
    const message = historyMessage({ code: "attention.opened", data, about: "Tee, Black / M", times: 1 });
    expect(message).toBe("Needs attention: Required artwork is missing (Tee, Black / M).");
  });

  it("names what was resolved, and calls for staff only when staff must act", () => {
    const messageOf = (code: HistoryView["code"], reason: string) =>
      historyMessage({ code, data: { code: reason }, about: null, times: 1 });
    expect(messageOf("attention.cleared", "artwork_missing")).toBe("Resolved: Artwork missing.");
    expect(messageOf("attention.cleared", "address_unlikely")).toBe("Notice closed: Address may be wrong.");
    expect(messageOf("attention.opened", "risk_pending")).toBe("Shopify hasn't finished its fraud analysis yet.");
  });

  it("shows an unknown code", () => {
    expect(historyMessage({ code: "some.thing" as HistoryView["code"], data: {}, about: null, times: 1 })).toBe(
      "some.thing",
    );
  });

  it("is grouped by the days of the shop's time zone", () => {
    const entries = [{ at: "2026-11-21T00:30:00Z" }, { at: "2026-11-20T23:30:00Z" }, { at: "2026-11-20T22:30:00Z" }];
    expect(groupByDay(entries, "Europe/Berlin").map((day) => [day.label, day.entries.length])).toEqual([
      ["Saturday, Nov 21, 2026", 2],
      ["Friday, Nov 20, 2026", 1],
    ]);
  });
});

describe("the details of a reason", () => {
  it("name fields, figures and causes, and skip codes without a sentence", () => {
    expect(detailMessages({ detail: { fields: ["zip", "city"] } })).toEqual(["Missing: postal code, city."]);
    expect(detailMessages({ detail: { amountDue: "29.9 USD" } })).toEqual(["Amount: $29.90 USD."]);
    expect(detailMessages({ detail: { masked: ["name", "address1"] } })).toEqual(["Masked: name, street."]);
    expect(detailMessages({ detail: { changed: ["artworkFront", "address"] } })).toEqual([
      "Changed since: front artwork, address.",
    ]);
    expect(detailMessages({ detail: { percent: "12.5", least: 30 } })).toEqual([
      "Margin is 12.5%. Your minimum is 30%.",
    ]);
    expect(detailMessages({ detail: { reason: "sum_differs" } })).toEqual(["The print service's prices don't add up."]);
    expect(detailMessages({ detail: { front: "not_image", back: "odd" } })).toEqual([
      "Front: This file isn't an image or PDF.",
    ]);
    expect(detailMessages({ detail: { replaced: ["front", "back"] } })).toEqual(["Replaced files: front, back."]);
    expect(detailMessages({ detail: { attemptId: "x", reason: "odd" } })).toEqual([]);
  });
});

describe("an action", () => {
  it("approves one reason directly and several after a dialog", () => {
    expect(confirmationFor("approve", 1, true)).toBeNull();
    expect(confirmationFor("approve", 2, true)?.buttonLabel).toBe("Approve all and send");
    expect(confirmationFor("approve", 2, false)?.buttonLabel).toBe("Approve all");
    expect(confirmationFor("hold", 0, false)).toBeNull();
    expect(confirmationFor("send_now", 0, false)?.buttonLabel).toBe("Send now");
  });
});

describe("a countdown", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString();

  it("counts seconds, minutes, hours and days", () => {
    expect([40, 119, 23 * 60, 7_199, 5 * 3_600, 3 * 86_400].map(timeUntil)).toEqual([
      "in 40 seconds",
      "in 119 seconds",
      "in 23 minutes",
      "in 120 minutes",
      "in 5 hours",
      "in 3 days",
    ]);
  });

  it("names the time of sending and never counts below zero", () => {
    expect(dueText({ at: at(23 * 60), what: "edit_window" }, now)).toBe("Goes to print in 23 minutes");
    expect(dueText({ at: at(-5), what: "edit_window" }, now)).toBe("Sending now");
    expect(dueText({ at: at(-5), what: "try" }, now)).toBeNull();
    expect(dueText({ at: at(3 * 3_600), what: "sending_time" }, now)).toBe("Goes to print in 3 hours");
    expect(dueText({ at: at(60), what: "compare" }, now)).toBeNull();
  });
});

describe("activity with the print service", () => {
  it("shows the result of a lookup and the newer orders in a list", () => {
    const lookup = { id: "", at: "", result: "absent" as const, failure: null };
    expect(lookupMessage({ ...lookup, kind: "detail", laterOrders: [] })).toBe("Search by reference: not found.");
    expect(lookupMessage({ ...lookup, kind: "list_scan", laterOrders: ["1002-ABC"] })).toBe(
      "Search of the full list: not found, but your newer order 1002-ABC was there.",
    );
  });
});

describe("the status of a print order", () => {
  it("is being prepared where nothing holds it, and names no reason that isn't there", () => {
    expect(stateMessage("waiting", [], false)).toBe("Being prepared for sending.");
    expect(stateMessage("waiting", ["awaiting_approval"], false)).toBe(
      "The order is sent to print once nothing holds it.",
    );
  });

  it("says what it waits for besides what holds it, and nothing of a time of which nobody knows", () => {
    const time = (iso: string) => `on ${iso}`;
    const say = (waits: Partial<PlannedWaitView> | null, ...reasons: AttentionCode[]) =>
      standingMessage(
        { state: "waiting", waits: waits && { for: "pause", at: null, pausedUntil: null, ...waits }, timeline: [] },
        reasons,
        false,
        time,
      );
    const held = "The order is sent to print once nothing holds it.";
    expect(say({})).toBe("Sending is paused until you resume it.");
    expect(say({ at: "T2", pausedUntil: "T1" })).toBe(
      "Sending is paused until T1. After that, the order goes to print on T2.",
    );
    expect(say({ at: "T1", pausedUntil: "T1" })).toBe("Sending is paused until T1.");
    expect(say({}, "risk_high")).toBe(`${held} Sending is paused until you resume it.`);
    expect(say({ for: "staff" })).toBe("Ready. The order waits until you send it.");
    expect(say({ for: "staff" }, "risk_high")).toBe(`${held} After that, it waits until you send it.`);
    expect(say({ for: "sending_time", at: "T1" }, "risk_high")).toBe(`${held} The next sending time is on T1.`);
    expect(say({ for: "edit_window", at: "T1" }, "risk_high")).toBe(`${held} The edit window ends on T1.`);
    expect(say(null)).toBe("Being prepared for sending.");
  });

  it("says of a canceled one whether the print service had it", () => {
    const done = { at: null, actor: null, by: null, sentByStaff: false, progress: "done" } as const;
    const say = (...steps: ("received" | "sent")[]) =>
      standingMessage(
        { state: "cancelled", waits: null, timeline: steps.map((name) => ({ ...done, step: name, approved: [] })) },
        [],
        true,
        String,
      );
    expect(say("received")).toBe("Canceled. The order won't be sent.");
    expect(say("received", "sent")).toBe("Canceled at the print service.");
  });

  it("does not say that tracking is added to a canceled order, nor that a rejected address waits for printing", () => {
    expect(stateMessage("shipped", [], false)).toContain("is being added to Shopify");
    expect(stateMessage("shipped", [], true)).toContain("isn't added to Shopify because the order is canceled");
    expect(stateMessage("submitted", ["address_not_verified"], false)).not.toContain("Printing hasn't started");
    expect(stateLabel("submitted", ["address_not_verified"])).toMatchObject({
      label: "Address rejected",
      tone: "critical",
    });
    expect(stateLabel("waiting", ["order_note"])).toMatchObject({ label: "On hold" });
    expect(stateLabel("waiting", ["not_sent_yet"])).toMatchObject({ label: "Waiting" });
    expect(stateLabel("shipped", []).tone).toBe("success");
    expect(stateLabel("shipped", ["cancelled_after_sent"]).tone).toBe("warning");
    expect(stateLabel("in_production", ["address_not_verified"])).toMatchObject({ label: "In production" });
  });
});

it("leaves open what is in a package, unless one piece alone was sent", () => {
  const submission = (quantities: number[], parcels: number) =>
    ({
      items: quantities.map((quantity) => ({ quantity })),
      parcels: Array.from({ length: parcels }, () => ({})),
    }) as unknown as SubmissionView;
  expect(hasUnknownContents(submission([1], 1))).toBe(false);
  expect(hasUnknownContents(submission([1, 2], 0))).toBe(false);
  expect(hasUnknownContents(submission([2], 1))).toBe(true);
  expect(hasUnknownContents(submission([1, 2], 1))).toBe(true);
});

describe("an uncertain order", () => {
  const none = { absent: 0, failed: 0, lastAbsent: null };
  const justSent: UncertaintyView = {
    sentAt: "12:00",
    outcome: "uncertain",
    httpStatus: 502,
    tooRecent: true,
    quietMinutes: 10,
    byReference: none,
    list: { ...none, withLater: 0, later: null, notListed: null },
    failure: null,
    proofs: 0,
  };
  const copyOf = (uncertainty: Partial<UncertaintyView>) =>
    uncertaintyCopy({ ...justSent, ...uncertainty }, (iso) => iso);

  it("may be missing from the list because it was sent a moment ago", () => {
    expect(copyOf({})).toMatchObject({
      evidenceFor: [
        "Sent on 12:00. The print service responded (HTTP 502), but that doesn't rule out that it made the order.",
        "That was less than 10 minutes ago, so the print service may not list it yet.",
      ],
      evidenceAgainst: ["Nothing yet: no check has completed."],
    });
  });

  it("may be missing from a list that shows no newer order; a failed check is named", () => {
    const list = { absent: 3, failed: 1, lastAbsent: "13:00", withLater: 0, later: null, notListed: null };
    const copy = copyOf({ tooRecent: false, list, failure: { error: "UnavailableError", httpStatus: 503 } });
    expect(copy.evidenceFor.slice(1)).toEqual([
      "The print service doesn't list your newer orders either, so its list may be behind.",
      "The last check failed: the print service gave no usable response (HTTP 503).",
    ]);
    expect(copy.evidenceAgainst).toEqual(["Searched the full list 3 times: not found. Last on 13:00."]);
  });

  it("probably did not arrive when the list shows a newer order; the missing check is named", () => {
    const list = { absent: 2, failed: 0, lastAbsent: "13:00", withLater: 1, later: "1002-ABC", notListed: null };
    const byReference = { absent: 2, failed: 0, lastAbsent: "12:59" };
    const copy = copyOf({ tooRecent: false, list, byReference, proofs: 1 });
    expect(copy.evidenceFor).toHaveLength(1);
    expect(copy.evidenceAgainst.at(-1)).toBe(
      "The list showed a newer order of yours (1002-ABC) but not this one, once.",
    );
    expect(copy.nextStep).toContain("One check is complete.");
  });

  it("may be missing from a list that lacks another order that the print service has", () => {
    const list = { absent: 2, failed: 0, lastAbsent: "13:00", withLater: 1, later: "1002-ABC", notListed: "1000-XYZ" };
    expect(copyOf({ tooRecent: false, list }).evidenceFor.at(-1)).toBe(
      "The print service's list is missing another order that the print service has (1000-XYZ), so the list isn't complete.",
    );
  });
});
