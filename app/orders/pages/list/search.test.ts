import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFreshDatabase } from "../../../../tests/support/database.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { createEncryptor } from "../../../encryption/encryptor.server.ts";
import type { OrderId } from "../../../ports/ids.ts";
import { queryHashes, searchWords } from "../../core/search-words.ts";
import { DEFAULT_QUERY, SORTS, type ListQuery } from "./list-query.ts";
import { readOrdersPage, readListed, type Reach } from "./read-page.ts";
import { readLateness } from "./stages.ts";
import { seedShop, type SeedSubmission } from "./seed-shop.testing.ts";

const database = await openFreshDatabase();
afterAll(() => database.drop());
const { db } = database;
const clock = { now: () => new Date("2026-11-25T12:00:00Z") };
const ctx = { db, encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]), clock };
type Shop = Awaited<ReturnType<typeof seedShop>>;

const find = async (shop: Shop, search: string): Promise<string[]> =>
  (await readOrdersPage(ctx, shop.shopId, { ...DEFAULT_QUERY, search })).rows.map((row) => row.name).toSorted();

describe("one or two characters", () => {
  it("find whole texts, and no parts", async () => {
    const shop = await seedShop(db);
    const sent: SeedSubmission = { state: "shipped", reference: "zz", itemSku: "S2", tracking: ["T9"] };
    await shop.order({ name: "#12", lines: [["XL", 1]], submissions: [sent] });
    await shop.order({ name: "#123", lines: [["XLarge 12", 1]] });
    await shop.order({ name: "EU-7" });
    for (const whole of ["12", "#12", "XL", "xl", "ZZ", "s2", "t9"]) expect(await find(shop, whole)).toEqual(["#12"]);
    for (const part of ["1", "#1", "EU", "la", "-7", "%", "_", "__", "\\", "%%"])
      expect(await find(shop, part)).toEqual([]);
    expect(await find(shop, "123")).toEqual(["#123"]);
    expect(await find(shop, "e 12")).toEqual(["#123"]);
  });

  it("of which all are # leave the list as it is", async () => {
    const shop = await seedShop(db);
    await shop.order({ name: "EU-7" });
    for (const search of ["#", "##"]) expect(await find(shop, search)).toEqual(["EU-7"]);
  });
});

it("a search knows what an order is called and has now", async () => {
  const shop = await seedShop(db);
  const orderId = await shop.order({
    name: "#OLD1",
    lines: [["Old title", 1]],
    submissions: [{ state: "ready", itemSku: "OLD-SKU" }],
  });
  const submission = await db.submission.findFirstOrThrow({ where: { orderId }, include: { lines: true } });
  await db.order.update({ where: { id: orderId }, data: { name: "#NEW1" } });
  await db.orderLine.updateMany({ where: { orderId }, data: { title: "New title" } });
  await db.$transaction([
    db.submissionLine.deleteMany({ where: { submissionId: submission.id } }),
    db.submissionLine.createMany({
      data: submission.lines.map((line) => ({ ...line, id: newId(), itemSku: "NEW-SKU" })),
    }),
  ]);
  const parcel = {
    id: newId(),
    shopId: shop.shopId,
    submissionId: submission.id,
    trackingNumber: "NEW-TRACK",
    trackingUrl: "",
  };
  await db.parcel.create({ data: { ...parcel, firstSeenAt: new Date(), reportedBy: "event" } });
  for (const text of ["#new1", "new title", "new-sku", "new-track"]) expect(await find(shop, text)).toEqual(["#NEW1"]);
  for (const text of ["#old1", "old title", "old-sku"]) expect(await find(shop, text)).toEqual([]);
  await db.submissionLine.deleteMany({ where: { submissionId: submission.id } });
  expect(await find(shop, "new-sku")).toEqual([]);
});

describe("every way to search finds the same orders in the same sequence", () => {
  interface Known {
    name: string;
    texts: string[];
    words: string[];
  }
  const known = new Map<OrderId, Known>();
  let shop: Shop;

  const TITLES = ["Moon cat", "moon DOG 100%", "Sun_cat", "Sun\\dog", "XL"];
  const SKUS = ["TEE-M", "TEE_M", "MUG", "M"];
  const WORDS = ["anna", "otto", "moon", "m"];

  beforeAll(async () => {
    shop = await seedShop(db);
    for (let at = 0; at < 40; at += 1) {
      const pick = (texts: readonly string[], step: number): string => texts[(at * step) % texts.length] as string;
      const name = at % 3 === 0 ? `#${100 + at}` : at % 3 === 1 ? `EU-${at}` : `#${at}`;
      const [title, second, itemSku, word] = [pick(TITLES, 1), pick(TITLES, 3), pick(SKUS, 5), pick(WORDS, 7)];
      const sent = { reference: `${name}-R${at * 37}`, itemSku, tracking: at % 4 === 0 ? [`1Z${at * 91}`] : [] };
      const id = await shop.order({
        name,
        placedAt: `2026-11-${10 + (at % 6)}T10:00:00Z`,
        updatedAt: `2026-11-${20 + ((at * 5) % 7)}T10:00:00Z`,
        lines: [title, second].map((text) => [text, 1]),
        submissions: at % 5 === 0 ? [] : [{ state: at % 2 === 0 ? "waiting" : "shipped", ...sent }],
        attentions: at % 6 === 0 ? ["risk_high"] : [],
      });
      await db.order.update({ where: { id }, data: { searchHashes: queryHashes(ctx, shop.shopId, word) } });
      const sentTexts = at % 5 === 0 ? [] : [sent.reference, sent.itemSku, ...sent.tracking];
      known.set(id, { name, texts: [name, title, second, ...sentTexts], words: [word] });
    }
  });

  /** What a search means, said once more. */
  function isFound(search: string, { name, texts, words }: Known): boolean {
    const bare = search.replace(/^#+/, "").toLowerCase();
    if (bare === "") return true;
    const fits = (text: string, wanted: string) =>
      bare.length < 3 ? text.toLowerCase() === wanted : text.toLowerCase().includes(wanted);
    const wanted = searchWords(search);
    return (
      [name, name.replace(/^#+/, "")].some((text) => fits(text, bare)) ||
      texts.some((text) => fits(text, search.toLowerCase())) ||
      (wanted.length > 0 && wanted.every((word) => words.includes(word)))
    );
  }

  const text = fc.constantFrom(...TITLES, ...SKUS, ...WORDS, "#103", "EU-4", "#12-R444", "1Z", "zzz");
  const part = fc
    .tuple(text, fc.nat(6), fc.integer({ min: 1, max: 9 }))
    .map(([of, from, length]) => of.slice(from, from + length));
  const search = fc
    .tuple(fc.constantFrom("", "", "", "#"), fc.oneof(part, text, fc.string({ unit: fc.constantFrom(..."m-%_\\o1#") })))
    .map(([begin, end]) => (begin + end).trim())
    .filter((one) => one !== "");
  const query = fc.record({
    search,
    sort: fc.constantFrom(...SORTS),
    tab: fc.constantFrom("all" as const, "attention" as const, "waiting" as const, "not_printed" as const),
    states: fc.constantFrom([], [], ["shipped" as const]),
    reasons: fc.constantFrom([], [], ["risk_high" as const]),
    placedFrom: fc.constantFrom("", "", "2026-11-12"),
    placedTo: fc.constantFrom("", "", "2026-11-14"),
  });
  // Near alone, near and far, and the index after one of them or both.
  const reach = fc.constantFrom<Reach>(
    { near: 1_500, far: 1 },
    { near: 5, far: 100 },
    { near: 1, far: 2 },
    { near: 4, far: 20 },
  );

  it("as a look at each order does, from each order on, forwards and backwards", async () => {
    await fc.assert(
      fc.asyncProperty(query, reach, fc.integer({ min: 1, max: 12 }), async (given, ways, limit) => {
        const wanted: ListQuery = { ...DEFAULT_QUERY, ...given };
        const of = { id: shop.shopId, lateness: await readLateness(ctx, shop.shopId) };
        const whole = { from: null, backwards: false, limit: 100 };
        const list = await readListed(ctx, of, { ...wanted, search: "" }, whole);
        const expected = list.filter(({ id }) => isFound(wanted.search, known.get(id) as Known));
        const read = async (from: (typeof list)[number] | null, backwards: boolean) =>
          readListed(ctx, of, wanted, { from, backwards, limit }, ways);
        expect(await read(null, false)).toEqual(expected.slice(0, limit));
        for (const [at, from] of expected.entries()) {
          if (at % 4 !== 0) continue;
          expect(await read(from, false)).toEqual(expected.slice(at + 1).slice(0, limit));
          expect(await read(from, true)).toEqual(expected.slice(0, at).toReversed().slice(0, limit));
        }
      }),
      { numRuns: 150 },
    );
  });
});
