import { expect, it } from "vitest";
import { proposeByRule, type Rule } from "./rule.ts";
import { gidOf } from "../../ports/gid.ts";
import { toDraft } from "../mapping-drafts.ts";
import { toPreview, type Target } from "./proposal.ts";

const target = (number: number, more: Partial<Target> = {}): Target => ({
  gid: gidOf("ProductVariant", String(number)),
  productGid: gidOf("Product", "1"),
  name: `Variant ${number}`,
  sku: `SKU-${number}`,
  options: [],
  mapping: null,
  notPrinted: false,
  ...more,
});
const KEEP: Rule = { itemSku: { kind: "keep" }, artworkFront: { kind: "keep" }, artworkBack: { kind: "keep" } };
const preview = (rule: Partial<Rule>, targets: Target[]) =>
  toPreview(targets, proposeByRule({ ...KEEP, ...rule }, targets));

it("shows what changes, leaves out what cannot be saved, and counts what stays", () => {
  const mapped = { ...toDraft(null), itemSku: "SKU-2", note: "Fold" };
  const targets = [target(1), target(2, { mapping: mapped }), target(3, { sku: null })];
  const { rows, leftOut, unchanged } = preview({ itemSku: { kind: "shopify_sku" } }, targets);
  expect(rows).toMatchObject([
    { target: { gid: targets[0]?.gid }, before: null, after: { itemSku: "SKU-1" }, changed: ["itemSku"] },
  ]);
  expect(leftOut).toMatchObject([
    { target: { gid: targets[2]?.gid }, misses: { itemSku: { kind: "no_shopify_sku" } } },
  ]);
  expect(unchanged).toBe(1);
  // Once saved, the same rule changes nothing.
  const saved = targets.map((one) => ({
    ...one,
    mapping: rows.find(({ target: { gid } }) => gid === one.gid)?.after ?? one.mapping,
  }));
  expect(preview({ itemSku: { kind: "shopify_sku" } }, saved)).toMatchObject({ rows: [], unchanged: 2 });
});

it("keeps the other fields of a mapping, and asks for a SKU where there is none", () => {
  const mapped = { ...toDraft(null), itemSku: "TEE", note: "Fold" };
  const link = "https://files.example/fox.png";
  const { rows, leftOut } = preview({ artworkFront: { kind: "same", link } }, [
    target(1, { mapping: mapped }),
    target(2),
  ]);
  expect(rows).toMatchObject([{ after: { ...mapped, artworkFront: link }, changed: ["artworkFront"] }]);
  expect(leftOut).toMatchObject([{ problems: { itemSku: { kind: "missing" } } }]);
});
