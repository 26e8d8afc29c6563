import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPrintServiceStandIn, type PrintServiceStandIn } from "../../sandbox/print-service/index.ts";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { newPracticeShop } from "../../tests/support/practice-shop.ts";
import { connect, createShopsContext, signInWith } from "../../tests/support/shops-context.ts";
import { createSingleFlight } from "../database/lease.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import type { PrintService } from "../ports/print-service.ts";
import { createPracticeService } from "../practice-service/index.ts";
import { createTokenSource } from "../print-accounts/tokens.ts";
import { configOf, noDeadline, printOrder } from "../print-service/print-service.testing.ts";
import { createPrintService } from "../print-service/index.ts";
import { createPrintServiceByKind } from "./print-service-by-kind.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
let standIn: PrintServiceStandIn;
beforeAll(async () => {
  database = await openFreshDatabase();
  standIn = await createPrintServiceStandIn();
});
afterAll(async () => {
  await standIn.close();
  await database.drop();
});

async function openServices() {
  const fetchToken = () => Promise.resolve("token");
  const ctx = { ...createShopsContext(database), fetchToken, signIn: signInWith(fetchToken) };
  const practice = createPracticeService({ ...ctx, appUrl: "https://app.example.com" });
  const tokens = createTokenSource(ctx, createSingleFlight(ctx, 30_000));
  const live = createPrintService({ ...configOf(standIn.url), tokens });
  const { accountId: practiceId, domain } = await newPracticeShop(ctx);
  const liveId = await connect(ctx, domain, { email: `${randomUUID()}@example.com`, password: "p" });
  return { ctx, practice, live, practiceId, liveId };
}

const DAY = { from: "2026-11-21 00:00:00", to: "2026-11-21 23:59:59" };

/** Every call of an account, each with whatever it needs. */
function everyCall(service: PrintService, id: Parameters<PrintService["forAccount"]>[0]): Promise<unknown>[] {
  const calls = service.forAccount(id);
  const registration = { endpoint: "https://app.example.com/x", active: true, accessKey: "K", accessToken: "t" };
  return [
    calls.create(printOrder(), noDeadline),
    calls.testPrice({ countryCode: "US", provinceCode: "NY", items: [{ itemSku: "MUG-11OZ", quantity: 1 }] }),
    calls.list({ ...DAY, limit: 50, page: 1 }),
    calls.listAll(DAY),
    calls.detail({ reference: "INK-1001-A7", date: "2026-11-21" }),
    calls.listRegistrations("tracking", registration.endpoint),
    calls.createRegistration("tracking", registration),
    calls.updateRegistration("tracking", registration),
  ];
}

const outcomes = (calls: Promise<unknown>[]) => Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
const REFUSED = Array.from({ length: 8 }, () => expect.any(UnauthorizedError));

it("an account of one kind is refused by the service of the other, also where the choice fails", async () => {
  const { practice, live, practiceId, liveId } = await openServices();
  expect(await outcomes(everyCall(practice, liveId))).toEqual(REFUSED);
  expect(await outcomes(everyCall(live, practiceId))).toEqual(REFUSED);
  expect(standIn.state().orders).toEqual([]);
  const where = { printAccountId: { in: [practiceId, liveId] } };
  expect(await database.db.practiceOrder.count({ where })).toBe(0);
});

it("each account reaches the service of its kind, and an account that is gone none", async () => {
  const { ctx, practice, live, practiceId } = await openServices();
  const service = createPrintServiceByKind(ctx.db, { live: { v1: live, v3: practice }, practice });
  await service.forAccount(practiceId).create(printOrder(), noDeadline);
  expect(await database.db.practiceOrder.count({ where: { printAccountId: practiceId } })).toBe(1);
  expect(standIn.state().orders).toEqual([]);
  expect(await outcomes(everyCall(service, ctx.ids.uuid()))).toEqual(REFUSED);
});

it("the database keeps the kinds apart", async () => {
  const { ctx, practiceId, liveId } = await openServices();
  const change = (id: typeof liveId, kind: "live" | "practice") =>
    ctx.db.printAccount.update({ where: { id }, data: { kind } });
  await expect(change(liveId, "practice")).rejects.toThrow("PrintAccount_kind");
  await expect(change(practiceId, "live")).rejects.toThrow("PrintAccount_kind");
});
