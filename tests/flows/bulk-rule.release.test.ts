import { afterAll, beforeAll, expect, it } from "vitest";
import type { RulePreview } from "../../app/catalog/bulk-edit/bulk-rule.ts";
import type { StaticRule } from "../../app/catalog/mapping-methods/rule-schema.ts";
import { gidOf } from "../../app/ports/gid.ts";
import type { BuiltApp } from "../support/built-app.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { endOfEdit, startOnCopiedCatalogs } from "./copied-catalog.testing.ts";

const OTHER = "two.myshopify.com";
const FRONT = "https://cdn.shopify.com/artwork/front.png";
const KEEP = { kind: "keep" } as const;
const PATH = "/app/products/variants/edit";

let testApp: TestApp;
let builtApp: BuiltApp;

beforeAll(async () => {
  testApp = await startTestApp({ workers: false, intervals: { longRunsEveryMs: { product_variants: 200 } } });
  await testApp.addShop(OTHER);
  for (const shop of [testApp.shop, OTHER]) {
    const shirt = (size: string, sku: string | null) => ({
      sku,
      options: [
        { name: "Color", value: "Black" },
        { name: "Size", value: size },
      ],
    });
    const variants = [shirt("M", "TEE-BLACK-M"), shirt("L", null), shirt("XXXL", "NO-SUCH-SKU")];
    testApp.shopify.addProduct(shop, { title: "Shirt", variants });
  }
  builtApp = await startOnCopiedCatalogs(testApp);
});
afterAll(async () => {
  await builtApp.close();
  await testApp.close();
});

const db = () => testApp.services.core.ctx.db;
const ask = async <T>(body: unknown): Promise<T> => {
  const { status, text } = await builtApp.request(testApp.shop, "POST", PATH, { body });
  expect(status).toBe(200);
  return JSON.parse(text) as T;
};
const selection = { filter: { view: "all", query: "shirt" } };
const preview = async (rule: StaticRule) =>
  (await ask<{ preview: RulePreview }>({ intent: "preview", rule, selection })).preview;
const begin = (rule: StaticRule, fingerprint: string) =>
  ask({ intent: "begin", action: { kind: "map_by_rule", rule, fingerprint }, selection, saveAnyway: false });
const stored = async (domain = testApp.shop) =>
  db().mapping.findMany({
    where: { shop: { domain } },
    orderBy: { itemSku: "asc" },
    select: { itemSku: true, artworkFront: true },
  });

it("a rule maps all that match: staff sees the numbers first, and the result after", async () => {
  const { variants } = await ask<{ variants: object[] }>({ intent: "combinations", selection });
  expect(variants).toHaveLength(3);
  const rule: StaticRule = {
    itemSku: { kind: "template", template: "TEE-{Color}-{Size}", letters: "upper", spaces: "none", codes: {} },
    artworkFront: { kind: "same", link: FRONT },
    artworkBack: KEEP,
  };
  const shown = await preview(rule);
  expect(shown).toMatchObject({ total: 3, toMap: 3, rows: [{ before: null }, { before: null }, { before: null }] });
  expect(await stored()).toEqual([]);
  expect(await begin(rule, shown.fingerprint)).toEqual({ outcome: "begun" });
  expect((await endOfEdit(builtApp, testApp.shop)).variants).toMatchObject({ changed: 2, rejected: 1, pending: 0 });
  expect(await stored()).toEqual([
    { itemSku: "TEE-BLACK-L", artworkFront: FRONT },
    { itemSku: "TEE-BLACK-M", artworkFront: FRONT },
  ]);
  expect(await stored(OTHER)).toEqual([]);
});

it("the variants' own SKUs become print SKUs, but not over what somebody mapped after the preview", async () => {
  await db().mapping.deleteMany({});
  const rule: StaticRule = { itemSku: { kind: "shopify_sku" }, artworkFront: KEEP, artworkBack: KEEP };
  const shown = await preview(rule);
  expect(shown).toMatchObject({
    ...{ toMap: 2, left: { no_value: 1 } },
    leftOut: [{ misses: { itemSku: { kind: "no_shopify_sku" } } }],
  });
  const [first = expect.unreachable()] = shown.rows;
  const gids = { productGid: first.target.productGid, variantGid: first.target.gid };
  const body = [{ ...gids, itemSku: "MUG-11OZ" }];
  await builtApp.request(testApp.shop, "POST", "/app/api/mappings", { body });
  expect(await begin(rule, shown.fingerprint)).toEqual({ outcome: "outdated" });
  expect(await stored()).toMatchObject([{ itemSku: "MUG-11OZ" }]);

  const again = await preview(rule);
  expect(again.rows).toMatchObject([{ before: { itemSku: "MUG-11OZ" }, after: { itemSku: "TEE-BLACK-M" } }, {}]);
  expect(await begin(rule, again.fingerprint)).toEqual({ outcome: "begun" });
  expect((await endOfEdit(builtApp, testApp.shop)).variants).toMatchObject({ changed: 1, no_value: 1, rejected: 1 });
  expect(await stored()).toMatchObject([{ itemSku: "TEE-BLACK-M" }]);
});

it("a rule that reads metafields, or that is none, is refused", async () => {
  const rule = { itemSku: KEEP, artworkFront: { kind: "metafield", name: "custom.front" }, artworkBack: KEEP };
  const body = { intent: "preview", rule, selection: { variantGids: [gidOf("ProductVariant", "1")] } };
  expect((await builtApp.request(testApp.shop, "POST", PATH, { body })).status).toBe(400);
});
