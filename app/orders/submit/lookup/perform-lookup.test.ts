import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../tests/support/ids.ts";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import { NO_RECIPIENT } from "../../../../tests/support/provider-orders.ts";
import { UnavailableError } from "../../../ports/errors.ts";
import { gidOf } from "../../../ports/gid.ts";
import { CAPABILITIES, type PrintAccountCalls, type SyncedOrder } from "../../../ports/print-service.ts";
import type { Filtered } from "../../provider-reader/list-scan.ts";
import type { Listing, LookupContext, ScanRequest, ScanResult } from "../../provider-reader/shared-scan.ts";
import { lastAttempt, performLookup } from "./reconcile-uncertain.ts";

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
const MINUTE = 60_000;
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const synced = (reference: string): SyncedOrder => ({
  ...{ reference, serviceOrderId: "1", enteredAt: null, storeName: null },
  ...{ recipient: NO_RECIPIENT, items: [], trackings: [] },
});

/** An uncertain submission, sent now; a service and scans of its list that answer as the test sets. */
async function uncertain() {
  const { submission, submit, account } = await world.order([LINE], "uncertain");
  const sentAt = world.ctx.clock.now();
  const startedAt = new Date(sentAt.getTime() + 30 * MINUTE);
  await world.db.attempt.create({
    data: { id: newId(), submissionId: submission.id, number: 1, startedAt: sentAt, outcome: "uncertain" },
  });
  const scans: ScanRequest[] = [];
  const answers = {
    detail: (): Promise<SyncedOrder | null> => Promise.resolve(null),
    found: [] as SyncedOrder[],
    listed: [] as string[],
    filtered: true,
    scanError: null as UnavailableError | null,
  };
  const result = (): ScanResult => {
    if (answers.scanError) return { outcome: "failed", error: answers.scanError };
    const listing: Listing = {
      ...{ account: account.id, startedAt, complete: true, rowCount: answers.listed.length },
      ...{ range: { from: "2026-11-21", to: "2026-11-22" }, listed: new Set(answers.listed) },
      found: new Map(answers.found.map((one) => [one.reference, one])),
    };
    // Whether the filter is honored is told by list-scan.ts alone, hence the type.
    return { outcome: "listed", listing, filtered: answers.filtered ? (listing as Filtered<Listing>) : null };
  };
  const calls: Pick<PrintAccountCalls, "capabilities" | "detail"> = {
    capabilities: () => Promise.resolve(CAPABILITIES.v1),
    detail: () => answers.detail(),
  };
  const ctx: LookupContext = {
    ...world.ctx,
    printService: { forAccount: () => calls as PrintAccountCalls },
    listScan: {
      scanFor: (request) => {
        scans.push(request);
        const searched = new Set([submission.reference]);
        return Promise.resolve({ startedAt, since: sentAt, searched, result: result() });
      },
    },
  };
  return {
    ...{ answers, scans, submission, sentAt, startedAt, account },
    lookUp: () => performLookup(ctx, submission, { account: account.id, sentAt }),
    /** Another submission of the account, sent so many minutes after this one, and accepted. */
    async neighbor(minutes: number): Promise<string> {
      const { id, reference } = await submit("submitted", `1001-${world.ctx.ids.code(16)}`);
      const sent = new Date(sentAt.getTime() + minutes * MINUTE);
      await world.db.submission.update({ where: { id }, data: { sentAt: sent, submittedAt: sent } });
      return reference;
    },
  };
}

describe("a lookup", () => {
  it("asks for no list where detail shows the order", async () => {
    const one = await uncertain();
    one.answers.detail = () => Promise.resolve(synced(one.submission.reference));
    const results = await one.lookUp();
    expect(results).toMatchObject([{ kind: "detail", outcome: "found", detail: { date: "2026-11-21" } }]);
    expect(one.scans).toEqual([]);
  });

  it("records each date under which detail showed nothing, and what the list shows of its neighbors", async () => {
    const one = await uncertain();
    const [before, after] = [await one.neighbor(-5), await one.neighbor(5)];
    one.answers.listed = [before, after];
    expect(await one.lookUp()).toMatchObject([
      { kind: "detail", outcome: "absent", detail: { dates: ["2026-11-21", "2026-11-20", "2026-11-22"] } },
      {
        ...{ kind: "list_scan", outcome: "absent", at: one.startedAt, laterOrders: [after] },
        detail: { rows: 2, absentInDetail: true, earlier: [before], later: [after], notListed: [] },
      },
    ]);
  });

  it("asks for the dates of an attempt that was made days after the first", async () => {
    const one = await uncertain();
    const startedAt = new Date(one.sentAt.getTime() + 5 * 24 * 60 * MINUTE);
    await world.db.attempt.create({
      data: { id: newId(), submissionId: one.submission.id, number: 2, startedAt, outcome: "uncertain" },
    });
    const [detail] = await one.lookUp();
    expect(detail.detail).toEqual({
      dates: ["2026-11-26", "2026-11-25", "2026-11-27", "2026-11-21", "2026-11-20", "2026-11-22"],
    });
  });

  it("scans from the earliest neighbor on, since the list has to show it", async () => {
    const one = await uncertain();
    await one.neighbor(-5);
    await one.neighbor(-9);
    await one.lookUp();
    const from = new Date(one.sentAt.getTime() - 9 * MINUTE);
    expect(one.scans).toEqual([
      { account: one.account.id, reference: one.submission.reference, from, dueAt: one.submission.dueAt },
    ]);
  });

  it("shows the order that the list has and detail lacks", async () => {
    const one = await uncertain();
    one.answers.found = [synced(one.submission.reference)];
    expect((await one.lookUp())[1]).toMatchObject({
      ...{ kind: "list_scan", outcome: "found" },
      found: { synced: { reference: one.submission.reference } },
    });
  });

  it("whose detail failed does not say that detail showed nothing", async () => {
    const one = await uncertain();
    one.answers.detail = () => Promise.reject(new UnavailableError("away", { httpStatus: 503, retryAfterMs: MINUTE }));
    const [detail, scan] = await one.lookUp();
    expect(detail).toMatchObject({ outcome: "failed", detail: { httpStatus: 503 }, retryAfterMs: MINUTE });
    expect(scan?.detail).toMatchObject({ absentInDetail: false });
  });

  it("passes an error of our own on: nothing is recorded as the service's answer", async () => {
    const one = await uncertain();
    one.answers.detail = () => Promise.reject(new TypeError("ours"));
    await expect(one.lookUp()).rejects.toThrow("ours");
  });
});

describe("a scan", () => {
  it("that failed says why, and when it may be tried again", async () => {
    const one = await uncertain();
    one.answers.scanError = new UnavailableError("away", { httpStatus: 502, retryAfterMs: 2 * MINUTE });
    expect((await one.lookUp())[1]).toEqual({
      ...{ kind: "list_scan", outcome: "failed", at: one.startedAt, retryAfterMs: 2 * MINUTE },
      detail: { error: "UnavailableError", httpStatus: 502 },
    });
  });

  it.each([
    ["fails, where it shows a later order: its range proves nothing", 5, "failed"],
    ["counts as absent, where it shows none: that proves nothing in any case", -5, "absent"],
  ] as const)("of a service that ignores the date filter %s", async (_name, minutes, outcome) => {
    const one = await uncertain();
    one.answers.listed = [await one.neighbor(minutes)];
    one.answers.filtered = false;
    expect((await one.lookUp())[1]).toMatchObject({ kind: "list_scan", outcome });
  });
});

describe("the last attempt", () => {
  it("ended when its answer came, or began where none came", async () => {
    const one = await uncertain();
    expect(await lastAttempt(world.sql, one.submission.id)).toMatchObject({ ended: one.sentAt });
    const answered = new Date(one.sentAt.getTime() + 2 * MINUTE);
    const startedAt = new Date(one.sentAt.getTime() + MINUTE);
    await world.db.attempt.create({
      data: { id: newId(), submissionId: one.submission.id, number: 2, startedAt, endedAt: answered },
    });
    expect(await lastAttempt(world.sql, one.submission.id)).toMatchObject({ ended: answered });
  });
});
