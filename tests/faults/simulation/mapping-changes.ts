import type { BulkEditOutcome } from "../../../prisma/client/client.ts";
import { beginBulkEdit, type BeginResult } from "../../../app/catalog/bulk-edit/bulk-edit.ts";
import { approveImport, discardImport } from "../../../app/catalog/import/mapping-import.ts";
import { receiveFile } from "../../../app/catalog/import/receive-file.ts";
import { gidOf, type Gid } from "../../../app/ports/gid.ts";
import { until } from "../../support/until.ts";
import type { Mapping } from "../content/line-content.ts";
import { beginChange } from "../content/timeline.ts";
import type { Goods } from "../schedule/plan.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import type { Simulation, SimulatedShop } from "./simulation.ts";
import { scaled } from "../within.ts";

/** Through everything that befalls database and workers meanwhile. */
const LIMIT_MS = scaled(120_000);

export const variantOf = (shop: SimulatedShop, goods: Goods) => gidOf("ProductVariant", shop.goods[goods]);

/** Another one each time: each change of a mapping is a further value of its timeline. */
export const newLink = ({ mappings, domain }: SimulatedShop, name: string): string => {
  const version = Object.values(mappings).reduce((sum, { length }) => sum + length, 0);
  return `https://cdn.shopify.com/artwork/${domain.split(".")[0]}-${name}-${version}.png`;
};

/** A change of several goods at once. The returned function gets for which of them the app has saved it. */
export function beginMappings(
  { environment }: Simulation,
  shop: SimulatedShop,
  goods: readonly Goods[],
  change: (mapping: Mapping | null, name: Goods) => Mapping | null,
) {
  const begun = goods.map((name) => {
    const timeline = shop.mappings[name];
    const finish = beginChange(timeline, change(timeline.at(-1)?.value ?? null, name), environment.clock.now());
    return { name, timeline, finish };
  });
  return (saved: ReadonlySet<Gid<"ProductVariant">>) => {
    for (const { name, timeline, finish } of begun)
      if (saved.has(variantOf(shop, name))) finish(environment.clock.now());
      else timeline.pop();
  };
}

const withArtwork = (artworkFront: string) => (mapping: Mapping | null) => mapping && { ...mapping, artworkFront };

/** The answer of a database that may be away just now. */
const asSoonAsRead = <T>(what: string, read: () => Promise<T | null | false>): Promise<T> =>
  until(what, () => read().catch(() => null), LIMIT_MS);

export const readShop = ({ environment }: Simulation, { domain }: SimulatedShop) =>
  environment.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain } });

/** Begins a bulk edit, and waits until a worker has carried it out. Returns what became of the variants; none when it never began. */
export async function runBulkEdit(
  { environment }: Simulation,
  shop: SimulatedShop,
  begin: () => Promise<BeginResult>,
): Promise<ReadonlyMap<Gid<"ProductVariant">, BulkEditOutcome>> {
  const { db } = environment.services.core.ctx;
  let isBegun = false;
  await retryUntilDone("the bulk edit begins", async () => {
    if (shop.uninstalledForGood) return;
    const { outcome } = await begin();
    // Staff looks at a new preview.
    if (outcome === "outdated") throw new Error(outcome);
    // Busy with this very edit, where an earlier answer was lost: a shop has one at a time.
    isBegun = outcome === "begun" || outcome === "busy";
  });
  if (!isBegun) return new Map();
  const variants = await asSoonAsRead("the end of the bulk edit", async () => {
    if (shop.uninstalledForGood) return [];
    const edit = await db.bulkEdit.findFirst({ where: { shop: { domain: shop.domain } }, include: { variants: true } });
    return edit?.state === "done" ? edit.variants : null;
  });
  return new Map(variants.map(({ variantGid, outcome }) => [variantGid, outcome]));
}

/** Staff gives several variants new artwork at once. */
export async function editInBulk(simulation: Simulation, shop: SimulatedShop, goods: readonly Goods[]): Promise<void> {
  const { ctx } = simulation.environment.services.core;
  const link = newLink(shop, "many");
  const finish = beginMappings(simulation, shop, goods, withArtwork(link));
  const action = { kind: "set_artwork" as const, side: "artworkFront" as const, link };
  const selection = { variantGids: goods.map((name) => variantOf(shop, name)) };
  const outcomes = await runBulkEdit(simulation, shop, async () =>
    beginBulkEdit(ctx, await readShop(simulation, shop), { action, selection, saveAnyway: true }),
  );
  finish(new Set([...outcomes].filter(([, outcome]) => outcome === "changed").map(([gid]) => gid)));
}

/**
 * Staff uploads a file with new artwork, and has it saved whatever its check says; a worker carries that out. Rows that staff cannot
 * override are not saved, and stay with the import.
 */
export async function importMappings(
  simulation: Simulation,
  shop: SimulatedShop,
  goods: readonly Goods[],
): Promise<void> {
  const { ctx } = simulation.environment.services.core;
  const link = newLink(shop, "many");
  const finish = beginMappings(simulation, shop, goods, withArtwork(link));
  const rows = goods.map((name) => `${variantOf(shop, name)},${shop.mappings[name].at(-1)?.value?.itemSku},${link}`);
  const file = ["Variant ID,Print SKU,Front artwork", ...rows].join("\r\n");
  const readImport = () =>
    ctx.db.mappingImport.findFirst({ where: { shop: { domain: shop.domain } }, include: { rows: true } });
  await retryUntilDone("the file is received", async () => {
    if (shop.uninstalledForGood) return;
    const { id } = await readShop(simulation, shop);
    const earlier = await readImport();
    if (earlier) await discardImport(ctx, id, earlier.id);
    const { outcome } = await receiveFile(ctx, id, bytesOf(file), new AbortController().signal);
    if (outcome !== "received" && outcome !== "unreadable") throw new Error(outcome);
  });
  const variants = goods.map((name) => variantOf(shop, name));
  const saved = await asSoonAsRead("the end of the import", async () => {
    const row = await readImport();
    if (shop.uninstalledForGood || !row) return [];
    if (row.state === "done") return variants.filter((gid) => !row.rows.some(({ variantGid }) => variantGid === gid));
    if (row.state !== "checked") return null;
    const decision = row.outdated ? "blocked" : await approveImport(ctx, row.shopId, row.id, true);
    if (decision === "blocked" && (await discardImport(ctx, row.shopId, row.id))) return [];
    return null;
  });
  finish(new Set(saved));
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}
