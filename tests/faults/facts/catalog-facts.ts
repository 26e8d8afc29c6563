import { gidOf } from "../../../app/ports/gid.ts";
import { templateText } from "../content/note-template.ts";
import { GOODS } from "../schedule/plan.ts";
import { RULE_ARTWORK } from "../simulation/map-by-rule.ts";
import type { Simulation } from "../simulation/simulation.ts";
import type { CatalogFacts } from "./facts.ts";

const MAPPINGS = `SELECT s."domain" || ' ' || m."variantGid" AS "key", m."itemSku", m."artworkFront", m."note",
  m."artworkBack", m."mockup", m."requiredSides"
  FROM "Mapping" m JOIN "Shop" s ON s."id" = m."shopId" WHERE s."domain" = ANY($1)`;

const UNFINISHED = `
  SELECT s."domain" || ': a bulk edit is ' || e."state" AS "what" FROM "BulkEdit" e JOIN "Shop" s ON s."id" = e."shopId"
  WHERE s."domain" = ANY($1) AND (e."state" <> 'done' OR EXISTS (
    SELECT FROM "BulkEditVariant" v WHERE v."editId" = e."id" AND v."outcome" = 'pending'))
  UNION ALL SELECT s."domain" || ': an import is ' || i."state" FROM "MappingImport" i JOIN "Shop" s ON s."id" = i."shopId"
  WHERE s."domain" = ANY($1) AND i."state" <> 'done'`;

/** But for orders that Shopify does not show: nothing is decided about them, and no other hold of theirs ends. */
const HELD_WITHOUT_CHANGE = `SELECT o."name" FROM "Attention" a JOIN "Order" o ON o."id" = a."orderId"
  JOIN "Shop" s ON s."id" = a."shopId" JOIN "OrderLine" l ON l."orderId" = o."id" AND l."shopifyGid" = a."subject"
  JOIN "Mapping" m ON m."shopId" = a."shopId" AND m."variantGid" = l."variantGid"
  WHERE s."domain" = ANY($1) AND a."code" = 'variant_changed' AND a."clearedAt" IS NULL AND m."variantChange" IS NULL
    AND NOT EXISTS (SELECT FROM "Attention" n WHERE n."orderId" = o."id" AND n."code" = 'order_not_found' AND n."clearedAt" IS NULL)`;

const SAVED_BY_RULE = `SELECT v."variantGid" || ' ' || v."artworkFront" AS "key", count(*)::int AS "times"
  FROM "SavedMapping" v JOIN "Mapping" m ON m."variantGid" = v."variantGid" JOIN "Shop" s ON s."id" = m."shopId"
  WHERE s."domain" = ANY($1) AND v."artworkFront" LIKE '%-${RULE_ARTWORK}-%' GROUP BY v."variantGid", v."artworkFront"`;

/** Of each mapping that the run makes. */
const SAME_FOR_ALL = { artworkBack: "", mockup: "", requiredSides: ["front"] };

/** Mappings as staff last had them and as they are stored, by plain SQL. */
export async function catalogFacts({ environment, shops, leftByRule }: Simulation): Promise<CatalogFacts> {
  const { pool } = environment.database;
  const present = shops.filter(({ uninstalledForGood }) => !uninstalledForGood);
  const read = async <T>(sql: string) => (await pool.query(sql, [present.map(({ domain }) => domain)])).rows as T[];
  const stored = await read<{ key: string }>(MAPPINGS);
  const byKey = new Map(stored.map(({ key, ...mapping }) => [key, JSON.stringify(mapping)]));
  const mappings = present.flatMap((shop) =>
    GOODS.map((goods) => {
      const last = shop.mappings[goods].at(-1)?.value ?? null;
      const text = last && (typeof last.note === "string" ? last.note : templateText(last.note));
      const wanted = last && { itemSku: last.itemSku, artworkFront: last.artworkFront, note: text, ...SAME_FOR_ALL };
      return {
        key: `${shop.domain} ${goods}`,
        wanted: wanted && JSON.stringify(wanted),
        stored: byKey.get(`${shop.domain} ${gidOf("ProductVariant", shop.goods[goods])}`) ?? null,
      };
    }),
  );
  return {
    mappings,
    leftByRule,
    savedByRule: await read<CatalogFacts["savedByRule"][number]>(SAVED_BY_RULE),
    unfinished: (await read<{ what: string }>(UNFINISHED)).map(({ what }) => what),
    heldWithoutChange: (await read<{ name: string }>(HELD_WITHOUT_CHANGE)).map(({ name }) => name),
  };
}
