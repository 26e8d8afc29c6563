import type { Services } from "../../app/composition/services.server.ts";
import { orderSearchHashes } from "../../app/orders/core/search-words.ts";
import type { ShopId } from "../../app/ports/ids.ts";
import type { BenchDatabase } from "../database.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { snapshotOf } from "../signed-orders.ts";
import type { HistoryShop } from "./shops.ts";

/** How many different words the customers of one shop have. */
export const WORD_COUNTS = { first: 50, last: 200, city: 20 } as const;
type WordKind = keyof typeof WORD_COUNTS;

const LETTERS = "bcdfghklmnprstvz";
const VOWELS = "aeiou";

/** A name of its own for each number, as long as names are: "babe", "cabe" …, "Springbabe". */
export function wordOf(kind: WordKind, number: number): string {
  const syllable = (at: number) =>
    `${LETTERS[at % LETTERS.length]}${VOWELS[Math.floor(at / LETTERS.length) % VOWELS.length]}`;
  const name = syllable(number) + syllable(Math.floor(number / 80)) + syllable(number * 7);
  return { first: name, last: `${name}son`, city: `spring${name}` }[kind];
}

/**
 * The hashes that find a customer by each word: those of the first shop as the app makes them, so that a search finds
 * them; those of the others differ from them and from each other, as hashes of shops do.
 */
export async function createWords(
  { core: { ctx } }: Services,
  { pool }: BenchDatabase,
  shops: readonly HistoryShop[],
): Promise<void> {
  await pool.query(`CREATE TABLE "BenchWord" ("shop" int, "kind" text, "n" int, "hashes" text[])`);
  const shopId = shops[0]?.id as ShopId;
  const order = snapshotOf(gidOf("Order", "0"));
  const nobody = Object.fromEntries(Object.keys(order.shippingAddress ?? {}).map((field) => [field, null]));
  for (const [kind, count] of Object.entries(WORD_COUNTS) as [WordKind, number][])
    for (let n = 0; n < count; n += 1) {
      const shippingAddress = { ...order.shippingAddress, ...nobody, name: wordOf(kind, n) };
      const customer = { ...order, billingAddress: null, email: null, customerEmail: null, shippingAddress };
      const hashes = orderSearchHashes(ctx, shopId, customer as typeof order);
      await pool.query(`INSERT INTO "BenchWord" VALUES (0, $1, $2, $3)`, [kind, n, hashes]);
    }
  await pool.query(
    `INSERT INTO "BenchWord"
     SELECT other, "kind", "n", ARRAY(SELECT left(md5(hash || other), 16) FROM unnest("hashes") AS hash)
     FROM "BenchWord", generate_series(1, $1::int) AS other`,
    [shops.length - 1],
  );
  await pool.query(`ANALYZE "BenchWord"`);
}
