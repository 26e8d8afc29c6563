import { afterAll, beforeEach, expect, it } from "vitest";
import { UnavailableError } from "../../ports/errors.ts";
import type { PrintAccountCalls, PrintService, SyncedOrder } from "../../ports/print-service.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { createListScanner, type ListScanner, type ScanRequest, type SharedScan } from "./shared-scan.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { newId } from "../../../tests/support/ids.ts";

const world = await openOrdersWorld();
afterAll(() => world.close());

let listedReferences: string[];
let scanCount: number;
let listFails: boolean;
let account: PrintAccountId;
let scanner: ListScanner;

beforeEach(async () => {
  [listedReferences, scanCount, listFails, account] = [[], 0, false, newId()];
  await world.db.printAccount.create({
    data: {
      id: account,
      key: account,
      emailHash: account,
      credentialsEncrypted: new Uint8Array(),
      webhookHeader: "x",
      webhookSecretEncrypted: new Uint8Array(),
      createdAt: new Date(),
    },
  });
  scanner = createListScanner({ db: world.db, sql: world.sql, clock: world.ctx.clock, printService });
});

const printService: PrintService = {
  forAccount: () =>
    ({
      listAll: () => {
        scanCount += 1;
        const rows = listedReferences.map((reference) => ({ reference }) as SyncedOrder);
        return listFails
          ? Promise.reject(new UnavailableError("list: away"))
          : Promise.resolve({ rows, complete: true });
      },
      list: () => Promise.resolve([]),
    }) as unknown as PrintAccountCalls,
};

/** The request of a lookup for an uncertain submission, which the lookup may have claimed. */
async function uncertain(claimed: boolean): Promise<ScanRequest> {
  const { submission } = await world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }], "uncertain");
  const dueAt = world.ctx.clock.now();
  const claim = { dueAt: new Date(dueAt.getTime() + 120_000), lookupClaimedAt: dueAt };
  const data = { printAccountId: account, sentAt: dueAt, ...(claimed ? claim : { dueAt }) };
  await world.db.submission.update({ where: { id: submission.id }, data });
  return { account, reference: submission.reference, from: dueAt, dueAt };
}

const shows = ({ result }: SharedScan, reference: string): boolean =>
  result.outcome === "listed" && result.listing.found.has(reference);

it("one scan serves all that are due, and shows each of them that the service has", async () => {
  const requests = await Promise.all([uncertain(true), uncertain(true), uncertain(false)]);
  listedReferences = requests.slice(1).map(({ reference }) => reference);
  const scans = await Promise.all(requests.map((request) => scanner.scanFor(request)));
  expect(scanCount).toBe(1);
  const found = scans.map((scan, at) => shows(scan, requests[at]?.reference ?? ""));
  expect(found).toEqual([false, true, true]);
});

it("a scan says nothing of a reference that it did not look for", async () => {
  await scanner.scanFor(await uncertain(true));
  const later = await uncertain(true);
  listedReferences = [later.reference];
  // Due at the same instant, on a clock that stands still: only that it was not looked for tells them apart.
  const scan = await scanner.scanFor(later);
  expect(shows(scan, later.reference)).toBe(true);
  expect(scanCount).toBe(2);
});

it("a lookup that becomes due after a scan began needs another scan", async () => {
  const first = await uncertain(true);
  await scanner.scanFor(first);
  await scanner.scanFor({ ...first, dueAt: new Date(first.dueAt.getTime() + 1) });
  expect(scanCount).toBe(2);
});

it("a scan that failed is shared, too", async () => {
  listFails = true;
  const requests = await Promise.all([uncertain(true), uncertain(true)]);
  const scans = await Promise.all(requests.map((request) => scanner.scanFor(request)));
  expect(scanCount).toBe(1);
  expect(scans.map(({ result }) => result)).toEqual([
    { outcome: "failed", error: expect.any(UnavailableError) },
    { outcome: "failed", error: expect.any(UnavailableError) },
  ]);
});
