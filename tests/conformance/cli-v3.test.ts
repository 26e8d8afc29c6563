import { afterEach, describe, expect, it } from "vitest";
import { runConformance } from "../../scripts/conformance/run.ts";
import { FACTS } from "../../scripts/conformance/v3/facts.ts";
import { createCatalog, DEFAULT_ACCESS_TOKEN } from "../../sandbox/print-service/index.ts";
import type { StandInOptions } from "../../sandbox/print-service/index.ts";
import { itemFields, openVersion3 } from "../../sandbox/print-service/v3/client.testing.ts";
import type { Version3Client } from "../../sandbox/print-service/v3/client.testing.ts";

let client: Version3Client;
afterEach(() => client.service.close());

/** A service with a paid and shipped order, an unpaid one, and one that the service made two of. */
async function withOrders(options: StandInOptions = {}): Promise<void> {
  client = await openVersion3({ products: createCatalog({ size: 120 }), ...options });
  const id = await client.create();
  await client.post("order/paid", { order_id: id });
  client.service.ship(id);
  client.service.changeBehavior({ dialect: { ordersPerCreate: "per_item" } });
  const order_items = [itemFields(), itemFields({ item_sku: "MG.11-WHITE-11 OZ" })];
  await client.create({ order_id: "second-0002", order_items });
}

async function conformance(args: string[], environment: Parameters<typeof runConformance>[1] = {}) {
  const url = ["--interface", "v3", "--url", client.service.url];
  const { text, code } = await runConformance([...url, ...args], environment);
  const rows = text.split("\n").map((line) => line.split(/ {2,}/));
  return { code, text, verdicts: Object.fromEntries(rows.map(([id = "", verdict = ""]) => [id, verdict])) };
}

const TOKEN = { accessToken: DEFAULT_ACCESS_TOKEN };

describe("npm run conformance -- --interface v3", () => {
  it("tells of each fact whether it was confirmed, and changes nothing", async () => {
    await withOrders({ version3: { query: "read, and body" } });
    const before = client.service.state();
    const account = ["--email", "press@example.com", "--try-limit"];
    const { code, text, verdicts } = await conformance(account, { ...TOKEN, password: "let-me-print" });
    expect(FACTS.map(({ id }) => id).filter((id) => verdicts[id] === "different")).toEqual([]);
    expect(code).toBe(0);
    const unseen = FACTS.filter(({ id }) => verdicts[id] === "not seen");
    expect(unseen.filter(({ unseen }) => unseen === undefined)).toEqual([]);
    expect(FACTS.filter(({ id }) => verdicts[id] === undefined)).toEqual([]);
    for (const secret of ["Mara", "first-0001", "Harbour", "press@", "let-me-print", DEFAULT_ACCESS_TOKEN])
      expect(text).not.toContain(secret);
    const { calls: _, tokensIssued: __, ...state } = client.service.state();
    expect({ ...state, calls: before.calls, tokensIssued: before.tokensIssued }).toEqual(before);
  });

  it("names what is different, with what was seen instead", async () => {
    await withOrders({
      version3: {
        query: "refused",
        detailData: "object",
        lines: "order_items",
        detailTracking: "flat",
        listTracking: true,
        pricesUntilPaid: "known",
        header: "bearer",
        rateLimit: null,
      },
    });
    const { code, verdicts, text } = await conformance(["--token", DEFAULT_ACCESS_TOKEN, "--try-limit"]);
    expect(code).toBe(1);
    expect(Object.keys(verdicts).filter((id) => verdicts[id] === "different")).toEqual([
      "account/own-header",
      "account/limit",
      "account/query",
      "orders/lines",
      "orders/list-tracking",
      "orders/detail-array",
      "orders/tracking",
      "orders/zero-until-paid",
    ]);
    expect(text).toMatch(/account\/query +different +HTTP 400, success false; the limit was not used/);
    expect(text).toMatch(/orders\/tracking.*fields: tracking_number, tracking_url, updated_at/);
  });

  it("is not taken in by a service that overlooks parameters", async () => {
    await withOrders({ version3: { query: "ignored" } });
    const { verdicts } = await conformance([], TOKEN);
    expect([verdicts["account/query"], verdicts["account/body"]]).toEqual(["different", "confirmed"]);
    expect(verdicts["orders/detail-by-name"]).toBe("confirmed");
  });

  it("sees little without orders and nothing without a token, and says so", async () => {
    client = await openVersion3({ version3: { catalog: "none" } });
    const empty = await conformance([], TOKEN);
    expect([empty.verdicts["orders/tracking"], empty.verdicts["catalog/list"]]).toEqual(["not seen", "not seen"]);
    expect(empty.text).toContain("no --try-limit");
    const wrong = await conformance(["--email", "press@example.com", "--password", "wrong"]);
    expect([wrong.code, wrong.verdicts["account/password"], wrong.verdicts["orders/list"]]).toEqual([
      1,
      "different",
      "not seen",
    ]);
    expect((await conformance([])).code).toBe(2);
  });
});
