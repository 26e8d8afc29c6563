import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorld } from "../../fulfil/orders-world.testing.ts";
import { readOrderPage } from "./order-page.ts";

const MINUTE = 60_000;
let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const LINE = [{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }];

/** An uncertain submission whose attempt ended now, and a way to add looks for it. */
async function uncertain() {
  const { shop, order, submission } = await world.order(LINE, "uncertain");
  const ended = world.ctx.clock.now();
  const submissionId = submission.id;
  const attempt = { number: 1, startedAt: ended, endedAt: ended, outcome: "unclear", httpStatus: 502 };
  await world.db.attempt.create({ data: { id: randomUUID(), submissionId, ...attempt } });
  const look = (kind: string, result: string, detail: object = {}, witnesses: string[] = []) =>
    world.db.lookup.create({
      data: { id: randomUUID(), submissionId, at: world.ctx.clock.now(), kind, result, detail, witnesses },
    });
  const read = () => readOrderPage({ ...world.ctx, readEvent: () => ({ kind: "nothing" }) }, shop.id, order.shopifyGid);
  return { ended, look, read };
}

it("the page weighs what the look-ups showed", async () => {
  const { ended, look, read } = await uncertain();
  expect((await read())?.submissions[0]?.doubt).toMatchObject({ fresh: true, outcome: "unclear", proofs: 0 });
  await look("detail", "absent");
  await look("walk", "absent");
  world.later(11 * MINUTE);
  const around = { earlier: ["1000-BEFORE"], later: ["1002-LATER"], noneEarlier: false, whole: true, denied: true };
  const laterSentAt = new Date(ended.getTime() + MINUTE).toISOString();
  await look("walk", "absent", { ...around, laterSentAt, unshown: [] }, ["1002-LATER"]);
  world.later(MINUTE);
  await look("walk", "absent", { ...around, laterSentAt, unshown: ["1001-KNOWN"] }, ["1002-LATER"]);
  world.later(MINUTE);
  await look("walk", "failed", { error: "Unavailable", httpStatus: 503 });
  const page = await read();
  expect(page?.submissions[0]?.doubt).toMatchObject({
    fresh: false,
    byReference: { absent: 1, failed: 0 },
    list: { absent: 3, failed: 1, withLater: 2, later: "1002-LATER", unshown: "1001-KNOWN" },
    failure: { error: "Unavailable", httpStatus: 503 },
    proofs: 1,
  });
});

it("looks that follow each other with the same outcome are one line of history", async () => {
  const { look, read } = await uncertain();
  for (let n = 0; n < 3; n += 1) {
    world.later(MINUTE);
    await look("detail", "absent");
    await look("walk", "absent");
  }
  world.later(MINUTE);
  await look("walk", "failed", { error: "Unavailable" });
  expect((await read())?.history.map(({ code, times }) => ({ code, times }))).toEqual([
    { code: "lookup.failed", times: 1 },
    { code: "lookup.absent", times: 3 },
  ]);
});
