import type { LookupKind, LookupOutcome } from "../../../../prisma/client/client.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../../tests/support/orders-world.ts";
import { readOrderDetails } from "./order-details.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { gidOf } from "../../../ports/gid.ts";

const MINUTE = 60_000;
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

const LINE = [{ gid: gidOf("LineItem", "1"), sku: "A", quantity: 1 }];

/** An uncertain submission whose attempt ended now, and a way to add looks for it. */
async function uncertain() {
  const { shop, order, submission } = await world.order(LINE, "uncertain");
  const ended = world.ctx.clock.now();
  const submissionId = submission.id;
  const attempt = { number: 1, startedAt: ended, endedAt: ended, outcome: "uncertain" as const, httpStatus: 502 };
  await world.db.attempt.create({ data: { id: newId(), submissionId, ...attempt } });
  const addLookup = (kind: LookupKind, result: LookupOutcome, detail: object = {}, laterOrders: string[] = []) =>
    world.db.lookup.create({
      data: {
        id: newId(),
        submissionId,
        at: world.ctx.clock.now(),
        kind,
        result,
        detail,
        laterOrders: laterOrders,
      },
    });
  const read = () => readOrderDetails(world.ctx, shop.id, order.shopifyGid);
  return { ended, addLookup, read };
}

it("the page shows the evidence of the lookups", async () => {
  const { ended, addLookup, read } = await uncertain();
  expect((await read())?.submissions[0]?.uncertainty).toMatchObject({
    tooRecent: true,
    outcome: "uncertain",
    proofs: 0,
  });
  await addLookup("detail", "absent");
  await addLookup("list_scan", "absent");
  world.advance(11 * MINUTE);
  const around = {
    earlier: ["1000-BEFORE"],
    later: ["1002-LATER"],
    noEarlierOrder: false,
    complete: true,
    absentInDetail: true,
  };
  const laterSentAt = new Date(ended.getTime() + MINUTE).toISOString();
  await addLookup("list_scan", "absent", { ...around, laterSentAt, notListed: [] }, ["1002-LATER"]);
  world.advance(MINUTE);
  await addLookup("list_scan", "absent", { ...around, laterSentAt, notListed: ["1001-KNOWN"] }, ["1002-LATER"]);
  world.advance(MINUTE);
  await addLookup("list_scan", "failed", { error: "UnavailableError", httpStatus: 503 });
  const page = await read();
  expect(page?.submissions[0]?.uncertainty).toMatchObject({
    tooRecent: false,
    byReference: { absent: 1, failed: 0 },
    list: { absent: 3, failed: 1, withLater: 2, later: "1002-LATER", notListed: "1001-KNOWN" },
    failure: { error: "UnavailableError", httpStatus: 503 },
    proofs: 1,
  });
});

it("consecutive lookups with the same outcome are one history entry", async () => {
  const { addLookup, read } = await uncertain();
  for (let n = 0; n < 3; n += 1) {
    world.advance(MINUTE);
    await addLookup("detail", "absent");
    await addLookup("list_scan", "absent");
  }
  world.advance(MINUTE);
  await addLookup("list_scan", "failed", { error: "UnavailableError" });
  expect((await read())?.history.map(({ code, times }) => ({ code, times }))).toEqual([
    { code: "lookup.failed", times: 1 },
    { code: "lookup.absent", times: 3 },
  ]);
});
