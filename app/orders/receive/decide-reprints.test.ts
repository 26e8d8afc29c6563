import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { line } from "../../../tests/support/order-fixtures.ts";
import { newId } from "../../../tests/support/ids.ts";
import { propertyRuns } from "../../../tests/support/release.ts";
import { systemIds } from "../../composition/ids.server.ts";
import { newReference, orderTag } from "../core/reference.ts";
import { SUBMISSION_STATES, type SubmissionState } from "../core/states.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { openShop, type OpenShop } from "./open-shop.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const shirts = (quantity: number, remaining: number) => [line({ quantity, remaining: Math.min(quantity, remaining) })];
const own = { kind: { not: "reprint" as const } };

/** A reprint of the order's first line, in the database only. */
async function addReprint(shop: OpenShop, state: SubmissionState, quantity: number, fulfilled = 0) {
  const [orderLine] = await shop.orderLines();
  if (!orderLine) return null;
  const at = world.ctx.clock.now();
  return shop.db.submission.create({
    data: {
      id: newId(),
      shopId: shop.shop.id,
      orderId: orderLine.orderId,
      printAccountId: shop.account.id,
      kind: "reprint",
      reference: reprintReference(shop),
      state,
      createdAt: at,
      lines: {
        create: { id: newId(), orderLineId: orderLine.id, position: 0, quantity, itemSku: "TEE-BLACK-M", fulfilled },
      },
    },
  });
}

const reprintTag = ({ shop, paid }: OpenShop) => orderTag(world.ctx.encryptor, shop.domain, paid().gid, "reprint");
const reprintReference = (shop: OpenShop) => newReference({ name: "#1001", tag: reprintTag(shop) }, systemIds);

type Step =
  | { do: "edit"; quantity: number; remaining: number }
  | { do: "send"; state: SubmissionState; fulfilled: boolean }
  | { do: "reprint"; state: SubmissionState; quantity: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("edit" as const), quantity: fc.nat(4), remaining: fc.nat(4) }),
  fc.record({
    do: fc.constant("send" as const),
    state: fc.constantFrom<SubmissionState>("uncertain", "submitted", "shipped", "fulfilled", "rejected"),
    fulfilled: fc.boolean(),
  }),
  fc.record({
    do: fc.constant("reprint" as const),
    state: fc.constantFrom(...SUBMISSION_STATES),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
);

/** What is sent of the customer's own order after these steps. */
async function play(steps: readonly Step[], { withReprints }: { withReprints: boolean }) {
  const shop = await openShop(world);
  await shop.receive(shop.paid({ lines: shirts(2, 2) }));
  let at = shop.paid().updatedAt.getTime();
  for (const one of steps) {
    const where = { shopId: shop.shop.id, state: { in: ["waiting", "ready"] as SubmissionState[] }, ...own };
    if (one.do === "reprint") {
      if (withReprints) await addReprint(shop, one.state, one.quantity);
    } else if (one.do === "edit") {
      at += 60_000;
      await shop.receive(shop.paid({ lines: shirts(one.quantity, one.remaining), updatedAt: new Date(at) }));
    } else {
      const open = await shop.db.submission.findFirst({ where, include: { lines: true } });
      if (!open) continue;
      await shop.db.submission.update({ where: { id: open.id }, data: { state: one.state } });
      for (const { id, quantity } of one.fulfilled ? open.lines : [])
        await shop.db.submissionLine.update({ where: { id }, data: { fulfilled: quantity } });
    }
  }
  const rows = (await shop.submissions()).filter(({ kind }) => kind !== "reprint");
  return rows.map(({ kind, state, lines }) => ({ kind, state, quantities: lines.map(({ quantity }) => quantity) }));
}

describe("what the customer ordered", () => {
  it("is sent exactly as without reprints, whatever their states", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const [reprinted, plain] = [
          await play(steps, { withReprints: true }),
          await play(steps, { withReprints: false }),
        ];
        expect(reprinted).toEqual(plain);
      }),
      { numRuns: propertyRuns(8) },
    ));
});

describe("a reprint that the print service's list shows after a restore", () => {
  const listed = (shop: OpenShop, reference: string) =>
    shop.db.orphan.create({
      data: {
        id: newId(),
        printAccountId: shop.account.id,
        reference,
        tag: reprintTag(shop),
        items: [{ itemSku: "TEE-BLACK-M", quantity: 1, artworkHash: "" }],
        foundAt: world.ctx.clock.now(),
      },
    });
  /** Two shirts of which one is to be sent still. */
  async function partlySent() {
    const shop = await openShop(world);
    await shop.receive(shop.paid({ lines: shirts(1, 1) }));
    await shop.setState("shipped");
    const at = shop.later(1);
    return { shop, edited: shop.paid({ lines: shirts(2, 2), updatedAt: at }) };
  }

  it("counts as a reprint, and holds nothing of what the customer ordered", async () => {
    const { shop, edited } = await partlySent();
    const reference = reprintReference(shop);
    await listed(shop, reference);
    expect(await shop.receive(edited)).toBe("ready");
    const submissions = (await shop.submissions()).toSorted((one, other) => one.kind.localeCompare(other.kind));
    expect(submissions).toMatchObject([
      { kind: "first", state: "shipped" },
      { kind: "reprint", reference, state: "submitted", reprintReason: null, lines: [{ quantity: 1 }] },
      { kind: "supplement", state: "ready", lines: [{ quantity: 1 }] },
    ]);
    expect(await shop.openCodes()).toEqual([]);
  });

  it("is the one that waits here, with the lines that staff chose", async () => {
    const { shop, edited } = await partlySent();
    const waiting = await addReprint(shop, "ready", 1);
    await listed(shop, waiting?.reference ?? "");
    await shop.receive(edited);
    const [made, ...more] = (await shop.submissions()).filter(({ kind }) => kind === "reprint");
    expect(more).toEqual([]);
    expect(made).toMatchObject({ id: waiting?.id, state: "submitted", lines: [{ quantity: 1 }] });
    expect(await shop.openCodes()).toEqual([]);
  });

  it("holds the reprint of the same line that staff asked for once more", async () => {
    const { shop, edited } = await partlySent();
    const waiting = await addReprint(shop, "waiting", 1);
    await listed(shop, reprintReference(shop));
    await shop.receive(edited);
    expect(await shop.db.submission.findUnique({ where: { id: waiting?.id ?? newId() } })).toMatchObject({
      state: "waiting",
    });
    const open = await shop.db.attention.findMany({ where: { shopId: shop.shop.id, clearedAt: null } });
    expect(open).toMatchObject([{ code: "orphan_undecided", submissionId: waiting?.id }]);
  });
});
