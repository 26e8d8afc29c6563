import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { address, gid, line } from "../../../tests/support/order-fixtures.ts";
import { newId } from "../../../tests/support/ids.ts";
import { propertyRuns } from "../../../tests/support/release.ts";
import { decryptPayload } from "../core/provider-order.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { openShop, type OpenShop } from "../receive/open-shop.testing.ts";
import { previewReprint, requestReprint } from "../actions/reprint.ts";
import { stepSubmission } from "../submit/step-submission.ts";
import { addressIn } from "../compose/changed-values.ts";
import type { Rule } from "../../settings/rules.ts";
import { recheckOrder } from "../receive/recheck-order.ts";
import { changesOf } from "./changes-world.testing.ts";
import { keepChange, withdrawChange } from "./settle-change.ts";
import { readChangeForm } from "./change-form.ts";
import { enteredValues } from "./entered-values.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const LINE = gid("LineItem", 1);

/** A received order of `lines`, and staff who changes it. */
async function setup(over: Parameters<OpenShop["paid"]>[0] = {}, settings: Parameters<typeof openShop>[1] = {}) {
  const shop = await openShop(world, settings);
  const shown = shop.paid(over);
  await shop.receive(shown);
  const staff = changesOf(shop, shown);
  const send = async () => {
    for (const { id } of await shop.submissions()) {
      await stepSubmission(shop.ctx, id);
      await stepSubmission(shop.ctx, id);
    }
    return shop.printService.created.map(({ order }) => order);
  };
  const payload = async () => {
    const [last] = (await shop.submissions()).slice(-1);
    return last ? decryptPayload(shop.ctx, last) : null;
  };
  return { shop, staff, send, payload };
}

const ARTWORK = "https://art.example/fixed.png";

describe("what rules choose", () => {
  const rules = (["ship_by", "use_sku", "add_note"] as const).map((what): Rule => {
    const actions = {
      ship_by: { do: "ship_by", method: 1 },
      use_sku: { do: "use_sku", itemSku: "TEE-SOFT" },
      add_note: { do: "add_note", note: "Care label" },
    } as const;
    const conditions = [{ of: "quantity" as const, not: false, atLeast: "1" }];
    return { id: newId(), name: what, on: true, match: "all", conditions, action: actions[what] };
  });

  it("stands in the form, and staff can have the order printed without", async () => {
    const { shop, staff, send } = await setup({}, { rules });
    const form = await readChangeForm(shop.ctx, await staff.row(), staff.gid);
    expect(form).toMatchObject({
      order: { values: { method: 1 } },
      lines: [{ values: { itemSku: "TEE-SOFT", note: "Care label" } }],
    });
    const lineId = await staff.lineId(LINE);
    expect(await staff.change(staff.request(null, { method: null }))).toMatchObject({ result: "saved" });
    const changed = await staff.change(staff.request(lineId, { itemSku: "TEE-BLACK-M", note: "" }));
    expect(changed).toMatchObject({
      result: "saved",
      preview: { before: { itemSku: "TEE-SOFT", note: "Care label" } },
    });
    expect(await send()).toMatchObject([{ method: null, items: [{ itemSku: "TEE-BLACK-M", note: "" }] }]);
  });
});

describe("a changed line", () => {
  it("is printed as it was previewed, with who and why", async () => {
    const { shop, staff, send } = await setup();
    const lineId = await staff.lineId(LINE);
    const values = { itemSku: "TEE-RED-L", artworkFront: ARTWORK, mockup: ARTWORK, note: "ANNA 7" };
    const changed = await staff.change(staff.request(lineId, values));
    expect(changed).toMatchObject({ result: "saved", preview: { holds: [], position: 0 } });
    const [sent] = await send();
    expect(sent?.items).toMatchObject([
      { itemSku: "TEE-RED-L", artworkFront: ARTWORK, mockup: ARTWORK, note: "ANNA 7" },
    ]);
    expect("preview" in changed && changed.preview.printOrder.after).toEqual(sent);
    const [change] = await shop.db.orderChange.findMany({ where: { orderLineId: lineId } });
    expect(change).toMatchObject({ fields: ["itemSku", "artworkFront", "mockup", "note"], userId: "7", endedAt: null });
    const [entry] = await shop.db.history.findMany({ where: { shopId: shop.shop.id, code: "order.changed" } });
    expect(entry).toMatchObject({ actor: "person", data: { user: "7", change: change?.id, subject: LINE } });
    expect(JSON.stringify(entry)).not.toContain("ANNA");
  });

  it("fixes a broken link of the customer's property", async () => {
    const broken = line({ properties: [{ name: "Artwork", value: "my holiday photo" }] });
    const { shop, staff, send } = await setup(
      { lines: [broken] },
      { artworkProperties: { front: ["Artwork"], back: [], mockup: [] } },
    );
    expect(await shop.openCodes()).toEqual(["artwork_unreadable"]);
    const fixed = await staff.change(staff.request(await staff.lineId(LINE), { artworkFront: ARTWORK }));
    expect(fixed).toMatchObject({ preview: { reviews: false, sends: true } });
    expect(await shop.openCodes()).toEqual([]);
    expect((await send()).map(({ items }) => items[0]?.artworkFront)).toEqual([ARTWORK]);
  });

  it("stands in for a mapping that is missing, and a later one holds the order", async () => {
    const unmapped = line({ gid: gid("LineItem", 2), variantGid: gid("ProductVariant", 999) });
    const { shop, staff, payload } = await setup({ lines: [line(), unmapped] });
    expect(await shop.openCodes()).toEqual(["unmapped_line"]);
    await staff.change(staff.request(await staff.lineId(unmapped.gid), { itemSku: "MUG" }));
    expect(await shop.openCodes()).toEqual([]);
    expect((await payload())?.items).toMatchObject([{ itemSku: "TEE-BLACK-M" }, { itemSku: "MUG" }]);
    const { id, shopId, ...mapped } = await shop.db.mapping.findFirstOrThrow({ where: { shopId: shop.shop.id } });
    const mapping = { ...mapped, shopId, id: world.ctx.ids.uuid(), variantGid: gid("ProductVariant", 999) };
    expect(id).not.toBe(mapping.id);
    await shop.db.mapping.create({ data: { ...mapping, itemSku: "MUG-BLUE" } });
    await staff.receive();
    expect(await shop.openCodes()).toEqual(["change_outdated"]);
    await shop.db.mapping.update({ where: { id: mapping.id }, data: { itemSku: "MUG" } });
    await staff.receive();
    expect(await shop.openCodes()).toEqual([]);
  });

  it("keeps the customer's text to be reviewed, unless staff approves it with the note that is written for it", async () => {
    const named = line({ properties: [{ name: "Engraving", value: "For Bob" }] });
    const { shop, staff, send } = await setup({ lines: [named] }, { unusedProperties: "hold" });
    expect(await shop.openCodes()).toEqual(["details_unused"]);
    const lineId = await staff.lineId(LINE);
    await staff.change(staff.request(lineId, { artworkFront: ARTWORK }));
    expect(await shop.openCodes()).toEqual(["details_unused"]);
    const note = staff.request(lineId, { artworkFront: ARTWORK, note: "Engrave: For Bob" });
    expect(await staff.change(note)).toMatchObject({ preview: { reviews: true, sends: false } });
    expect(await shop.openCodes()).toEqual(["personalization_review"]);
    expect(await send()).toEqual([]);
    await staff.change({ ...note, approves: true });
    expect(await shop.openCodes()).toEqual([]);
    expect((await send())[0]?.items).toMatchObject([{ artworkFront: ARTWORK, note: "Engrave: For Bob" }]);
  });
});

describe("a quantity", () => {
  it("below the ordered one is printed once, and the rest never by itself", async () => {
    const { shop, staff, send } = await setup({ lines: [line({ quantity: 3, remaining: 3 })] });
    await staff.change(staff.request(await staff.lineId(LINE), { quantity: 2 }));
    expect((await send()).map(({ items }) => items[0]?.quantity)).toEqual([2]);
    staff.show({ email: "other@shop.example" });
    await staff.receive();
    expect(await shop.submissions()).toHaveLength(1);
    await shop.db.orderChange.updateMany({
      where: { order: { shopId: shop.shop.id } },
      data: { contentEncrypted: null },
    });
    await staff.receive();
    expect(await shop.submissions()).toHaveLength(1);
  });

  it("is printed in full once staff withdraws the change", async () => {
    const { shop, staff, send } = await setup({ lines: [line({ quantity: 3, remaining: 3 })] });
    await staff.change(staff.request(await staff.lineId(LINE), { quantity: 1 }));
    await send();
    const [change] = await shop.db.orderChange.findMany({ where: { orderLineId: await staff.lineId(LINE) } });
    const ref = { shopId: shop.shop.id, changeId: change!.id, userId: "7" };
    expect(await withdrawChange(shop.ctx, ref)).toBe("done");
    await staff.receive();
    expect((await send()).map(({ items }) => items[0]?.quantity)).toEqual([1, 2]);
    expect(await withdrawChange(shop.ctx, ref)).toBe("done");
  });

  it("of more than is open, or of none, is refused beside its field", async () => {
    const { staff } = await setup({ lines: [line({ quantity: 3, remaining: 2 })] });
    const problem = await staff.preview(staff.request(await staff.lineId(LINE), { quantity: 3 }));
    expect(problem).toEqual({ result: "problems", problems: [{ field: "quantity", code: "too_many" }] });
  });

  it("never drops a line that Shopify reduced: staff decides", async () => {
    const { shop, staff, payload } = await setup({ lines: [line({ quantity: 3, remaining: 3 })] });
    await staff.change(staff.request(await staff.lineId(LINE), { quantity: 2 }));
    staff.show({ lines: [line()] });
    await staff.receive();
    expect(await shop.openCodes()).toEqual(["change_outdated"]);
    expect((await payload())?.items).toMatchObject([{ quantity: 1 }]);
  });

  it("of what was ordered later is not dropped, either, whatever was sent before", async () => {
    const { shop, staff, send, payload } = await setup({ lines: [line({ quantity: 2, remaining: 2 })] });
    await send();
    staff.show({ lines: [line({ quantity: 5, remaining: 5 })] });
    await staff.receive();
    await staff.change(staff.request(await staff.lineId(LINE), { quantity: 1 }));
    staff.show({ lines: [line({ quantity: 4, remaining: 4 })] });
    await staff.receive();
    expect(await shop.openCodes()).toEqual(["change_outdated"]);
    expect((await payload())?.items).toMatchObject([{ quantity: 1 }]);
    const [change] = await shop.db.orderChange.findMany({ where: { orderLineId: await staff.lineId(LINE) } });
    await withdrawChange(shop.ctx, { shopId: shop.shop.id, changeId: change!.id, userId: "7" });
    await staff.receive();
    await staff.change(staff.request(await staff.lineId(LINE), { quantity: 1 }));
    expect((await send()).map(({ items }) => items[0]?.quantity)).toEqual([2, 1]);
    staff.show({ lines: [line({ quantity: 4, remaining: 1 })] });
    await staff.receive();
    expect(await send()).toHaveLength(2);
  });

  it("stays as it was sent when the line is changed for a reprint", async () => {
    const { shop, staff, send } = await setup({ lines: [line({ quantity: 3, remaining: 3 })] });
    const lineId = await staff.lineId(LINE);
    await staff.change(staff.request(lineId, { quantity: 2 }));
    await send();
    const ref = { shopId: shop.shop.id, shopifyGid: staff.gid, userId: "7" };
    const lines = [{ lineId, quantity: 1 }];
    const shown = await previewReprint(shop.ctx, ref, lines);
    const preview = shown.result === "done" ? shown.preview.hash : expect.fail(shown.result);
    const request = { request: world.ctx.ids.uuid(), lines, reason: "damaged", preview, reprintAgain: false } as const;
    expect(await requestReprint(shop.ctx, ref, request)).toMatchObject({ result: "done" });
    expect(await staff.change(staff.request(lineId, { note: "Fold" }))).toMatchObject({ result: "saved" });
    await staff.receive();
    expect((await send()).map(({ items }) => items[0]?.quantity)).toEqual([2, 1]);
    staff.show({ lines: [line({ quantity: 3, remaining: 1 })] });
    await staff.receive();
    expect(await send()).toHaveLength(2);
  });

  it("is never more than ordered, whatever is ordered, fulfilled and withheld", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.nat(4), fc.nat(5), async (wanted, fulfilled, later) => {
        const { shop, staff, send } = await setup({ lines: [line({ quantity: 4, remaining: 4 })] });
        await staff.change(staff.request(await staff.lineId(LINE), { quantity: wanted }));
        staff.show({ lines: [line({ quantity: later, remaining: Math.max(0, later - fulfilled) })] });
        await staff.receive();
        const held = await shop.openCodes();
        const sent = (await send()).flatMap(({ items }) => items.map(({ quantity }) => quantity));
        const total = sent.reduce((sum, quantity) => sum + quantity, 0);
        expect(total).toBeLessThanOrEqual(Math.max(0, later - fulfilled));
        if (wanted < 4 && (later !== 4 || fulfilled > 0) && later > fulfilled)
          expect(held).toEqual(["change_outdated"]);
      }),
      { numRuns: propertyRuns(12) },
    );
  });
});

describe("a changed address, contact or shipping method", () => {
  const corrected = () => ({ ...addressIn({ shippingAddress: address() } as never), address1: "12 Sample Street" });

  it("is sent, and stands against a webhook with the old one", async () => {
    const { shop, staff, send } = await setup();
    const changed = await staff.change(
      staff.request(null, { address: corrected(), method: 2, phone: "+1 555 017 0109" }),
    );
    expect(changed).toMatchObject({ result: "saved" });
    staff.show({ financialStatus: "paid" });
    await staff.receive();
    expect(await shop.openCodes()).toEqual([]);
    expect(await send()).toMatchObject([{ address1: "12 Sample Street", method: 2, phone: "+1 555 017 0109" }]);
  });

  it("holds the order when Shopify shows another address, until staff keeps it", async () => {
    const { shop, staff, send } = await setup();
    await staff.change(staff.request(null, { address: corrected() }));
    staff.show({ shippingAddress: address({ address1: "99 New Road" }) });
    await staff.receive();
    expect(await shop.openCodes()).toEqual(["change_outdated"]);
    expect(await send()).toEqual([]);
    const form = await readChangeForm(shop.ctx, await staff.row(), staff.gid);
    const change = form?.status === "read" ? form.order.change : null;
    expect(change).toMatchObject({ outdated: ["address"] });
    expect(form?.status === "read" && form.order.given.address?.address1).toBe("99 New Road");
    const keep = { shopifyGid: staff.gid, lineId: null, changeId: change!.id, userId: "7" };
    expect(await keepChange(shop.ctx, await staff.row(), { ...keep, seen: "another" })).toBe("outdated");
    const kept = await Promise.all(
      [1, 2].map(async () => keepChange(shop.ctx, await staff.row(), { ...keep, seen: change!.seen })),
    );
    expect(kept.toSorted()).toEqual(["done", "invalid_state"]);
    expect(await shop.openCodes()).toEqual([]);
    expect((await send()).map(({ address1 }) => address1)).toEqual(["12 Sample Street"]);
    expect(await shop.history()).toContain("order.change_kept");
  });

  it("is no longer needed once Shopify shows it", async () => {
    const { shop, staff, send } = await setup();
    await staff.change(staff.request(null, { address: corrected() }));
    staff.show({ shippingAddress: address({ address1: "12 Sample Street" }) });
    await staff.receive();
    expect(await shop.openCodes()).toEqual([]);
    await send();
    staff.show({ lines: [line({ remaining: 0 })] });
    await staff.receive();
    expect(await shop.openCodes()).toEqual([]);
  });

  it("that no process has saved in Shopify by then becomes a question to staff, with nothing else to read the order", async () => {
    const { shop, staff, send } = await setup();
    await staff.change(staff.request(null, { address: corrected() }, { saveAddress: true }));
    await send();
    const { id } = (await shop.orderRow()) ?? expect.unreachable();
    expect(await recheckOrder(shop.ctx, id)).toBe("not_due");
    world.advance(world.ctx.policy.claimTtlMs);
    expect(await recheckOrder(shop.ctx, id)).toBe("read");
    expect(await shop.openCodes()).toEqual(["address_not_saved"]);
    expect(await shop.orderRow()).toMatchObject({ dueAt: null });
  });

  it("has to be whole, and the destination has to have the method", async () => {
    const { staff } = await setup();
    const nowhere = { ...corrected(), countryCode: "XX", zip: "" };
    expect(await staff.preview(staff.request(null, { address: nowhere }))).toEqual({
      result: "problems",
      problems: [{ field: "address.countryCode", code: "unknown_country" }],
    });
    const abroad = { ...corrected(), countryCode: "DE", provinceCode: "", zip: "" };
    const problems = await staff.preview(
      staff.request(null, { address: abroad, method: 2, phone: "555" }, { reason: " " }),
    );
    expect(problems).toEqual({
      result: "problems",
      problems: [
        { field: "phone", code: "bad_phone" },
        { field: "address.zip", code: "missing" },
        { field: "method", code: "method_unavailable" },
      ],
    });
  });

  it("gets no method of a rule that the new destination doesn't have", async () => {
    const ground = {
      ...{
        id: newId(),
        name: "Ground",
        on: true,
        match: "all" as const,
        action: { do: "ship_by" as const, method: 2 as const },
      },
      conditions: [{ of: "country" as const, not: false, values: ["US"] }],
    };
    const { staff, payload, send } = await setup({}, { rules: [ground] });
    expect(await payload()).toMatchObject({ method: 2 });
    const abroad = { ...corrected(), countryCode: "DE", provinceCode: "", zip: "10115" };
    expect(await staff.change(staff.request(null, { address: abroad }))).toMatchObject({ result: "saved" });
    expect(await send()).toMatchObject([{ countryCode: "DE", method: null }]);
  });

  it("ends the hold of an address that is incomplete", async () => {
    const { shop, staff, send } = await setup({ shippingAddress: address({ address1: "" }) });
    expect(await shop.openCodes()).toEqual(["address_incomplete"]);
    await staff.change(staff.request(null, { address: corrected() }));
    expect(await send()).toMatchObject([{ address1: "12 Sample Street" }]);
  });
});

describe("two at once", () => {
  it("saving five times changes once", async () => {
    const { shop, staff } = await setup();
    const wanted = staff.request(await staff.lineId(LINE), { note: "once" });
    const shown = await staff.preview(wanted);
    const token = shown.result === "preview" ? shown.preview.token : "";
    expect(await shop.db.orderChange.count({ where: { orderLineId: wanted.lineId } })).toBe(0);
    const saved = await Promise.all([1, 2, 3, 4, 5].map(() => staff.save(wanted, token)));
    expect(saved.map(({ result }) => result)).toEqual(Array(5).fill("saved"));
    expect(await shop.db.orderChange.count({ where: { orderLineId: wanted.lineId } })).toBe(1);
  });

  it("a mapping that changes behind an open form counts, unless staff entered another value", async () => {
    const { shop, staff, send } = await setup();
    const form = await readChangeForm(shop.ctx, await staff.row(), staff.gid);
    const [line] = form?.status === "read" ? form.lines : [];
    if (!line) throw new Error("no line to change");
    const artworkFront = "https://cdn.shopify.com/artwork/newer.png";
    await shop.db.mapping.updateMany({ where: { shopId: shop.shop.id }, data: { artworkFront } });
    const values = enteredValues(line.given, { ...line.values, note: "For Ann" });
    expect(values).toEqual({ note: "For Ann" });
    expect(await staff.change(staff.request(line.lineId, values))).toMatchObject({ preview: { fields: ["note"] } });
    expect(await send()).toMatchObject([{ items: [{ artworkFront, note: "For Ann" }] }]);
  });

  it("two members of staff do not overwrite each other unseen", async () => {
    const { shop, staff } = await setup();
    const lineId = await staff.lineId(LINE);
    const [one, other] = [staff.request(lineId, { itemSku: "ONE" }), staff.request(lineId, { note: "other" })];
    const [first, second] = [await staff.preview(one), await staff.preview(other)];
    const tokens = [first, second].map((shown) => (shown.result === "preview" ? shown.preview.token : ""));
    const results = await Promise.all([staff.save(one, tokens[0] ?? ""), staff.save(other, tokens[1] ?? "")]);
    expect(results.map(({ result }) => result).toSorted()).toEqual(["outdated", "saved"]);
    expect(await shop.db.orderChange.count({ where: { orderLineId: lineId, endedAt: null } })).toBe(1);
  });

  it("a change and sending: either it is sent with the change, or the change is refused", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { shop, staff, send } = await setup();
      const wanted = staff.request(await staff.lineId(LINE), { note: "in time" });
      const shown = await staff.preview(wanted);
      const token = shown.result === "preview" ? shown.preview.token : "";
      const [saved] = await Promise.all([staff.save(wanted, token), send()]);
      const sent = await send();
      expect(shop.printService.created).toHaveLength(1);
      expect(sent[0]?.items[0]?.note).toBe(saved.result === "saved" ? "in time" : "");
      if (saved.result !== "saved") expect(saved.result).toBe("invalid_state");
    }
  });
});

it("is refused of what was sent, of another shop's order, and of a line that is not printed", async () => {
  const { staff, send, shop } = await setup();
  const other = await setup();
  const lineId = await staff.lineId(LINE);
  expect(await other.staff.preview(other.staff.request(lineId, { note: "x" }))).toEqual({ result: "invalid_state" });
  await send();
  expect(await staff.preview(staff.request(lineId, { note: "x" }))).toEqual({ result: "invalid_state" });
  const change = { shopId: other.shop.shop.id, changeId: world.ctx.ids.uuid(), userId: null };
  expect(await withdrawChange(shop.ctx, change)).toBe("not_found");
});

it("an erased change holds what is not sent", async () => {
  const { shop, staff, send } = await setup();
  await staff.change(staff.request(await staff.lineId(LINE), { note: "secret" }));
  await shop.db.orderChange.updateMany({
    where: { order: { shopId: shop.shop.id } },
    data: { contentEncrypted: null },
  });
  await staff.receive();
  expect(await shop.openCodes()).toEqual(["change_outdated"]);
  expect(await send()).toEqual([]);
});
