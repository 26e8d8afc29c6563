import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { newId } from "../../../tests/support/ids.ts";
import { createShopLifecycleContext, seedOrder } from "../../../tests/support/shops-context.ts";
import { columnName, ENCRYPTED_COLUMNS } from "../../encryption/encrypted-columns.ts";
import { gidOf } from "../../ports/gid.ts";
import { installShop } from "../../shops/install.ts";
import { exportDataRequest, EXPORT_FORMATS, type ExportFormat } from "./export.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const ADDRESS = { name: "Column Jane", address1: "1 Marker Road", city: "Louisville", email: "jane@example.com" };
/** What each column that holds a customer's data is filled with: one value stands nowhere else. */
const FILLED: Readonly<Record<string, object | string>> = {
  "Order.customerEncrypted": {
    ...{ name: "Summary Jane", city: "Louisville", country: "", countryCode: "US" },
    rules: { customerTags: ["Tagged Jane"] },
  },
  "OrderChange.contentEncrypted": { before: { email: "old@example.com" }, after: {}, reason: "Jane called" },
  "Submission.payloadEncrypted": { ...ADDRESS, reference: "R", items: [{ note: "Captain Fig", itemSku: "S" }] },
  "Submission.providerOrderEncrypted": { storeName: null, recipient: { name: "Seen Jane" }, items: [], trackings: [] },
  "Attempt.messageEncrypted": "Unknown street: 1 Marker Road, Attempt Jane",
  "WebhookDelivery.bodyEncrypted": { note: "Body Jane" },
  "Claim.contentEncrypted": { description: "Claim Jane", answerText: "Answer Jane" },
  "ClaimPhoto.contentEncrypted": "Photo Jane",
};
const PHOTO = `data:image/jpeg;base64,${Buffer.from("Photo Jane").toString("base64")}`;
const VALUES = [
  "Summary Jane",
  "old@example.com",
  "Jane called",
  "Column Jane",
  "jane@example.com",
  "Captain Fig",
].concat(["Tagged Jane", "Seen Jane", "Attempt Jane", "Body Jane", "T-100", "Claim Jane", "Answer Jane", PHOTO]);
/** No customer's: secrets, names of staff, and the practice account's copy of what was sent. */
const OF_NO_CUSTOMER = /^(PrintAccount|Session|StaffMember|PracticeOrder|NotificationChannel)\./;

async function filledOrder() {
  const ctx = createShopLifecycleContext(database);
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  const gid = gidOf("Order", "1");
  const { orderId, shopId, submissionId } = await seedOrder(ctx, domain, gid, "submitted");
  await ctx.db.parcel.updateMany({ where: { submissionId }, data: { trackingNumber: "T-100" } });
  for (const column of ENCRYPTED_COLUMNS) {
    const content = FILLED[columnName(column)];
    if (content === undefined) continue;
    const { table } = column;
    const ofClaim = `"claimId" IN (SELECT "id" FROM "Claim" WHERE "orderId" = '${orderId}')`;
    const ofAttempt = `"submissionId" = '${submissionId}'`;
    const of = { Order: `"id" = '${orderId}'`, Attempt: ofAttempt, ClaimPhoto: ofClaim };
    const condition = of[table as keyof typeof of] ?? `"orderId" = '${orderId}'`;
    const rows = await ctx.db.$queryRawUnsafe<{ id: string }[]>(`SELECT "id" FROM "${table}" WHERE ${condition}`);
    const text = typeof content === "string" ? content : JSON.stringify(content);
    expect(rows).toHaveLength(1);
    for (const { id } of rows) {
      const ciphertext = new Uint8Array(ctx.encryptor.encrypt(text, column.context(id)));
      await ctx.db.$executeRawUnsafe(`UPDATE "${table}" SET "${column.column}" = $1 WHERE "id" = '${id}'`, ciphertext);
    }
  }
  const id = newId();
  const request = { id, shopId, requestedAt: ctx.clock.now(), orderGids: [gid], state: "open" as const };
  await ctx.db.dataRequest.create({ data: request });
  return { ctx, shopId, id };
}

type Filled = Awaited<ReturnType<typeof filledOrder>>;

async function fileOf({ ctx, shopId, id }: Filled, format: ExportFormat): Promise<string> {
  const parseShopifyWebhook = () => ({ kind: "no_action" as const });
  const file = await exportDataRequest({ ...ctx, parseShopifyWebhook }, { shopId, id }, format);
  expect(file?.fileName).toBe(`customer-data-2026-11-21.${format}`);
  let text = "";
  for await (const part of file?.parts ?? []) text += part;
  return text;
}

test("the file holds what every encrypted column has of the customer, and the tracking", async () => {
  const customers = ENCRYPTED_COLUMNS.map(columnName).filter((name) => !OF_NO_CUSTOMER.test(name));
  expect(customers.toSorted()).toEqual(Object.keys(FILLED).toSorted());
  const filled = await filledOrder();
  for (const format of EXPORT_FORMATS) {
    const text = await fileOf(filled, format);
    expect(VALUES.filter((value) => !text.includes(value))).toEqual([]);
  }
  const json = JSON.parse(await fileOf(filled, "json")) as { orders: { order: string; items: object[] }[] };
  expect(json.orders).toMatchObject([{ order: "#1", items: [{ title: "Shirt", quantity: 1 }] }]);
});

test("another shop gets no file", async () => {
  const { ctx, id } = await filledOrder();
  const other = await filledOrder();
  const parseShopifyWebhook = () => ({ kind: "no_action" as const });
  expect(await exportDataRequest({ ...ctx, parseShopifyWebhook }, { shopId: other.shopId, id }, "json")).toBeNull();
});
