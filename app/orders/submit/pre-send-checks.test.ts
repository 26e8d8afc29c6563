import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import { createPrintService } from "../../print-service/index.ts";
import {
  configOf,
  fixedToken,
  printOrder,
  rawServer,
  type RawServer,
} from "../../print-service/print-service.testing.ts";
import { shopSettings } from "../../settings/settings.ts";
import { checkMargin, runPreSendChecks } from "./pre-send-checks.ts";
import { newId } from "../../../tests/support/ids.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
let server: RawServer;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const line = { sku: "MUG-11OZ", base_cost: 4, item_quantity: 2, shipping_fee: 4, tax_fee: 0, total_price_item: 12 };
const price = { status: 200, message: "ok", total_price: 12, data: [line] };

/** The holds of an order by what its customer paid and what the print service answers. */
async function holds(
  body: object,
  more: {
    subtotal?: string | null;
    shipping?: string;
    currency?: string;
    least?: number | null;
    method?: 1 | 2 | string;
    settings?: object;
    ships?: string;
  } = {},
) {
  server = await rawServer((response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  });
  onTestFinished(() => server.close());
  const { subtotal = "20.00", shipping = null, currency = "USD", least = 40 } = more;
  const printAccountId = newId();
  const bytes = new Uint8Array(1);
  const clock = { now: () => new Date("2026-11-21T09:00:00Z") };
  await database.db.printAccount.create({
    data: {
      id: printAccountId,
      key: randomUUID(),
      emailHash: randomUUID(),
      credentialsEncrypted: bytes,
      webhookHeader: "X-Key",
      webhookSecretEncrypted: bytes,
      createdAt: clock.now(),
    },
  });
  if (more.ships !== undefined) {
    const one = {
      madeIn: "US",
      destination: "AU",
      name: more.ships,
      code: more.ships,
      fee: "4",
      extraFee: "1",
      taxFee: null,
    };
    const itemSku = printOrder().items[0]?.itemSku ?? "";
    await database.db.shippingFees.create({ data: { printAccountId, itemSku, services: [one], readAt: clock.now() } });
  }
  const { holds: found } = await runPreSendChecks(
    {
      db: database.db,
      sql: database.sql,
      clock,
      encryptor: createEncryptor([{ id: "k1", key: Buffer.alloc(32, 7) }]),
      printService: createPrintService({ ...configOf(server.url), tokens: fixedToken }),
      artwork: { check: async () => ({ ok: true, type: "image/png", file: null }) },
    },
    {
      shopId: newId(),
      orderId: newId(),
      submissionId: newId(),
      snapshotLines: [],
      payload: { ...printOrder(), method: more.method ?? null },
      itemLines: [],
      payloadHash: "h",
      settings: shopSettings.parse({ minimumMarginPercent: least, ...more.settings }),
      printAccountId,
      paid: { subtotal, shipping, fees: "0", currency },
      day: "2026-11-21",
    },
  );
  return found.map(({ code, detail: { priceRules, ...detail } = {} }) => {
    if (code !== "shipping_service_items") expect(priceRules).toContain(`${least} USD ${printAccountId} `);
    return { [code]: detail };
  });
}

describe("the margin before sending", () => {
  it("is enough", async () => expect(await holds(price)).toEqual([]));

  it("is too low", async () => {
    expect(await holds(price, { least: 41 })).toEqual([{ margin_low: { percent: "40", least: 41 } }]);
  });

  it("is too low where the print service bills more for shipping than the customer paid", async () => {
    const billed = (fee: number) => {
      const total = line.base_cost * line.item_quantity + fee;
      return { ...price, total_price: total, data: [{ ...line, shipping_fee: fee, total_price_item: total }] };
    };
    const paid = { subtotal: "16.00", shipping: "4.00" };
    expect(await holds(billed(4), paid)).toEqual([]);
    await server.close();
    expect(await holds(billed(12), paid)).toEqual([{ margin_low: { percent: "0", least: 40 } }]);
  });

  it("is too low where nothing was paid, whatever the minimum", async () => {
    expect(await holds(price, { subtotal: "0.00", least: -100 })).toEqual([
      { margin_low: { percent: null, least: -100 } },
    ]);
  });

  it("is unknown for faster shipping, which the print service quotes no price for, unless it is too low already", async () => {
    expect(await holds(price, { method: 1 })).toEqual([{ margin_unknown: {} }]);
    await server.close();
    expect(await holds(price, { method: 2, least: 41 })).toEqual([{ margin_low: { percent: "40", least: 41 } }]);
    await server.close();
    expect(await holds(price, { method: 1, least: null })).toEqual([]);
  });

  it("is unknown where the tax counts, and the print service names none", () => {
    const withoutTax = { currency: "USD", total: "12", tax: "0", discrepancies: [], fromFees: { taxKnown: false } };
    const codes = (countProviderTax: boolean) =>
      checkMargin(
        { status: "priced", price: withoutTax },
        {
          ...{ payload: printOrder(), payloadHash: "h", printAccountId: null, day: "2026-11-21" },
          settings: shopSettings.parse({ minimumMarginPercent: 40, profit: { countProviderTax } }),
          paid: { subtotal: "20.00", shipping: null, fees: "0", currency: "USD" },
        },
      ).map(({ code }) => code);
    expect([codes(false), codes(true)]).toEqual([[], ["margin_unknown"]]);
  });

  it("is known for faster shipping once the settings say what that adds", async () => {
    // The fixture's order goes to Australia.
    const settings = { fasterShippingCosts: { "AU-1": "1.00" } };
    expect(await holds(price, { method: 1, least: 35, settings })).toEqual([]);
    await server.close();
    expect(await holds(price, { method: 1, settings })).toEqual([{ margin_low: { percent: "35", least: 40 } }]);
  });

  it("is known in another currency once there is a rate", async () => {
    const rates = [{ from: "USD", to: "EUR", rate: "0.8", since: "2026-11-01" }];
    const settings = { profit: { rates } };
    expect(await holds(price, { currency: "EUR", least: 52, settings })).toEqual([]);
    await server.close();
    expect(await holds(price, { currency: "EUR", least: 53, settings })).toEqual([
      { margin_low: { percent: "52", least: 53 } },
    ]);
  });

  it("is not checked without a minimum", async () => {
    expect(await holds(price, { least: null })).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it.each([
    ["sum_differs", { ...price, total_price: 11 }, {}],
    ["unavailable", { ...price, data: [] }, {}],
    ["rejected", { status: 400, message: "no such SKU" }, {}],
    ["paid_unknown", price, { subtotal: null }],
    ["currencies_differ", price, { currency: "EUR" }],
  ])("is unknown: %s", async (reason, body, more) => {
    expect(await holds(body, more)).toEqual([{ quote_unavailable: { reason } }]);
  });

  it("is requested with items and destination, and with nothing about the customer", async () => {
    await holds(price);
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({
      shipping_country_code: "AU",
      shipping_province_code: "TAS",
      data_order: [{ item_sku: "MUG-11OZ", item_quantity: 2 }],
    });
  });
});

describe("an order by a shipping service", () => {
  const heldBy = async (more: object) => (await holds(price, { least: null, ...more })).flatMap(Object.keys);

  it("is held where the service is known not to ship its SKUs to its country", async () => {
    expect(await heldBy({ method: "PRIORITY", ships: "STANDARD" })).toEqual(["shipping_service_items"]);
    await server.close();
    expect(await heldBy({ method: "STANDARD", ships: "STANDARD" })).toEqual([]);
  });

  it("is sent where nothing is known of its SKUs", async () =>
    expect(await heldBy({ method: "PRIORITY" })).toEqual([]));
});
