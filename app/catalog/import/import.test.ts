import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { csvBytes } from "../../csv/write-csv.ts";
import { importProblemMessage } from "../../components/products/import-copy.ts";
import { gidNumber } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";
import { exportMappings } from "../export-mappings.ts";
import { mapVariants } from "../map-variants.testing.ts";
import type { MappingInput } from "../mappings.ts";
import { mapping, openCatalogWorld, product, variant } from "../world.testing.ts";
import { readVariantsPage } from "../variants/read-variants-page.ts";
import { beginTurn } from "../../long-runs/engine.ts";
import { approveImport, discardImport, mappingImportRun, readImport, type ImportView } from "./mapping-import.ts";
import { receiveFile } from "./receive-file.ts";
import type { RowProblem } from "./plan-row.ts";
import { readImportToFix, rowsToFix } from "./import-rows.ts";

let world: Awaited<ReturnType<typeof openCatalogWorld>>;
beforeAll(async () => void (world = await openCatalogWorld()));
afterAll(() => world.close());
beforeEach(() => {
  world.wokenOrders.length = 0;
  world.checkedLinks.length = 0;
});

type Shop = Awaited<ReturnType<typeof world.shop>>;
const HEADER = ["Variant ID", "Print SKU", "Front artwork"];
const ART = "https://art.example/front.png";

async function* once<T>(item: T): AsyncGenerator<T> {
  yield item;
}

const receive = (shopId: ShopId, bytes: AsyncIterable<Uint8Array>, gone = new AbortController().signal) =>
  receiveFile(world.ctx, shopId, bytes, gone);

const upload = (shopId: ShopId, rows: string[][], header = HEADER) =>
  receive(shopId, csvBytes(once([header, ...rows])));

async function view(shopId: ShopId): Promise<ImportView> {
  const read = await readImport(world.ctx, shopId);
  if (!read) throw new Error("no import");
  return read;
}

/** As the workers continue with the shop's import. */
async function work(shopId: ShopId): Promise<ImportView> {
  const { id } = await view(shopId);
  await mappingImportRun.step(world.ctx, id, beginTurn(new AbortController().signal));
  return view(shopId);
}

async function checked(shopId: ShopId, rows: string[][], header?: string[]): Promise<ImportView> {
  expect(await upload(shopId, rows, header)).toEqual({ outcome: "received" });
  return work(shopId);
}

const stored = async (shopId: ShopId) =>
  (await world.db.mapping.findMany({ where: { shopId }, orderBy: { variantGid: "asc" } })).map(
    ({ variantGid, itemSku, artworkFront }) => [variantGid, itemSku, artworkFront],
  );

async function map(shop: Shop, ...inputs: Partial<MappingInput>[]): Promise<void> {
  await mapVariants(world.ctx, shop.id, inputs.map(mapping));
}

async function exported(shopId: ShopId, variants: Parameters<typeof exportMappings>[2]): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of exportMappings(world.ctx, shopId, variants)) rows.push(...batch);
  return rows;
}

async function toFix(shopId: ShopId): Promise<string[][]> {
  const found = await readImportToFix(world.ctx, shopId);
  if (!found) throw new Error("nothing to fix");
  const texts = {
    headings: ["Row", "Problem"] as const,
    problem: ({ column, problem }: RowProblem) => `${column} ${problem.kind}`,
  };
  const all: string[][] = [];
  for await (const batch of rowsToFix(world.ctx, shopId, found, texts)) all.push(...batch);
  return all;
}

it("warns of artwork that may print badly before anything is saved, equal warnings of a column together", async () => {
  const shop = await world.shop();
  await world.variants(shop.id, product(1), [1, 2, 3, 4]);
  const cmyk = "https://art.example/cmyk.jpg";
  const rows = [
    [gidNumber(variant(1)), "TEE-BLACK-M", ART, ""],
    [gidNumber(variant(2)), "TEE-BLACK-M", cmyk, cmyk],
    [gidNumber(variant(3)), "NO-SUCH-SKU", cmyk, ""],
    [gidNumber(variant(4)), "TEE-BLACK-M", cmyk, ""],
  ];
  const { warned } = await checked(shop.id, rows, [...HEADER, "Back artwork"]);
  const [front, back] = [
    { row: 3, rows: 2, name: { product: "Tee", variant: "Variant 2", sku: "" }, column: "artworkFront" },
    { row: 3, rows: 1, name: { product: "Tee", variant: "Variant 2", sku: "" }, column: "artworkBack" },
  ];
  expect(warned).toEqual({
    rows: 2,
    first: [
      { ...front, warning: { code: "cmyk" } },
      { ...front, warning: { code: "no_transparency" } },
      { ...back, warning: { code: "cmyk" } },
      { ...back, warning: { code: "no_transparency" } },
    ],
  });
});

describe("an import", () => {
  it("names what the catalog has in place of a SKU, also of one that the print service still takes", async () => {
    const shop = await world.shop();
    await world.catalog(shop.printAccountId, [
      { itemSku: "CT17-BLACK-M", oldSkus: ["TEE-BLACK-M", "TEE-OLD-M"] },
      { itemSku: "CT17-BLACK-2XL" },
      { itemSku: "MUG-11OZ", availability: "Out of stock" },
    ]);
    await world.variants(shop.id, product(1), [1, 2, 3, 4, 5]);
    const seen = await checked(shop.id, [
      [variant(1), "TEE-BLACK-M", ART],
      [variant(2), "TEE-BLACK-M", ART],
      [variant(3), "CT17-BLACK-XXL", ART],
      [variant(4), "TEE-OLD-M", ART],
      [variant(5), "MUG-11OZ", ART],
    ]);
    const texts = seen.problems.map(({ row, problems }) => [
      row,
      problems.map(({ column, problem }) => importProblemMessage(column, problem)).join(),
    ]);
    expect(texts).toEqual([
      [
        4,
        expect.stringMatching(
          /^The print service rejected this SKU.* Not in the catalog. Did you mean CT17-BLACK-2XL\?$/,
        ),
      ],
      [5, expect.stringMatching(/^The print service rejected this SKU.* Renamed to CT17-BLACK-M\.$/)],
    ]);
    expect(seen.rows).toMatchObject({ created: 3, wrong: 2, overridable: 2 });
    expect(seen.warned.first.filter(({ column }) => column === "itemSku")).toMatchObject([
      { row: 2, rows: 2, itemSku: "TEE-BLACK-M", warning: { kind: "renamed", to: "CT17-BLACK-M" } },
      { row: 6, rows: 1, itemSku: "MUG-11OZ", warning: { kind: "out_of_stock" } },
    ]);
  });

  it("is checked first, then saved as a whole, and wakes the orders that wait", async () => {
    const shop = await world.shop();
    await map(shop, { variantGid: variant(1), artworkFront: ART }, { variantGid: variant(2) });
    const orderId = await shop.order();
    await world.hold(shop.id, orderId, { productGid: product(1), variantGid: variant(3) });
    await world.variants(shop.id, product(1), [1, 2, 3, 4]);
    const seen = await checked(shop.id, [
      [variant(1), "TEE-BLACK-M", ART],
      [variant(2), "MUG-11OZ", ART],
      [variant(3), "TEE-BLACK-M", ""],
      [variant(4), "", ""],
    ]);
    expect(seen).toMatchObject({
      state: "checked",
      rows: { created: 1, changed: 1, unchanged: 1, blank: 1, wrong: 0, overridable: 0 },
      values: { total: 3, checked: 3, unconfirmedSkus: 0 },
    });
    expect(await stored(shop.id)).toHaveLength(2);
    expect(await approveImport(world.ctx, shop.id, seen.id, false)).toBe("saving");
    expect(await work(shop.id)).toMatchObject({ state: "done", saved: { mappings: 2, orders: 1 } });
    expect(await stored(shop.id)).toEqual([
      [variant(1), "TEE-BLACK-M", ART],
      [variant(2), "MUG-11OZ", ART],
      [variant(3), "TEE-BLACK-M", ""],
    ]);
    expect(world.wokenOrders).toEqual([orderId]);
    expect(await world.db.mappingImportRow.count({ where: { importId: seen.id } })).toBe(0);
    expect((await mappingImportRun.due(world.ctx)).map(({ id }) => id)).not.toContain(seen.id);
  });

  it("shows each cell that it would change, with what is stored, also of a row whose problem staff may override", async () => {
    const shop = await world.shop();
    await map(
      shop,
      { variantGid: variant(1), itemSku: "1E5", requiredSides: ["front"], artworkFront: ART },
      { variantGid: variant(2), artworkFront: ART },
      { variantGid: variant(3), artworkFront: ART },
    );
    await world.variants(shop.id, product(1), [4]);
    const { changes } = await checked(
      shop.id,
      [
        [variant(1), "100000", ART, "Front and back"],
        [variant(2), "TEE-BLACK-M", "", ""],
        [variant(3), "TEE-BLACK-M", ART, ""],
        [variant(4), "TEE-BLACK-M", ART, ""],
      ],
      [...HEADER, "Required sides"],
    );
    expect(changes).toEqual([
      { row: 2, name: null, column: "itemSku", before: "1E5", after: "100000" },
      { row: 2, name: null, column: "requiredSides", before: "Front", after: "Front and back" },
      { row: 3, name: null, column: "artworkFront", before: ART, after: "" },
    ]);
  });

  it("leaves what Shopify changed of a variant to be reviewed, unless the file brings another SKU", async () => {
    const shop = await world.shop();
    await world.variants(shop.id, product(1), [1, 2]);
    await map(shop, { variantGid: variant(1) }, { variantGid: variant(2) });
    await world.changeColor(shop.id);
    const seen = await checked(shop.id, [
      [variant(1), "TEE-BLACK-M", ART],
      [variant(2), "MUG-11OZ", ART],
    ]);
    expect(await approveImport(world.ctx, shop.id, seen.id, false)).toBe("saving");
    expect(await work(shop.id)).toMatchObject({ state: "done", saved: { mappings: 2 } });
    expect(await world.changes(shop.id)).toEqual({ 1: "options", 2: null });
  });

  it("saves the rows without problems, and offers the others as a file to fix and import", async () => {
    const shop = await world.shop();
    await map(shop, { variantGid: variant(1) }, { variantGid: variant(2) }, { variantGid: variant(3), note: "Fold" });
    await world.variants(shop.id, product(1), [4, 5]);
    const header = ["Product", ...HEADER];
    const seen = await checked(
      shop.id,
      [
        ["Tee", variant(1), "MUG-11OZ", ""],
        ["Mug", "5.01E+13", "MUG-11OZ", ""],
        ["", variant(2), "4-Mar", ""],
        ["", variant(3), "MUG-11OZ", ""],
        ["", variant(3), "TEE-BLACK-M", ""],
        ["", variant(99), "MUG-11OZ", ""],
        ["", variant(4), "TEE-BLACK-M", "https://art.example/gone.png"],
        ["", variant(5), "TEE-BLACK-M", "http://localhost/front.png"],
      ],
      header,
    );
    expect(seen.rows).toMatchObject({ created: 0, changed: 1, wrong: 7, overridable: 2 });
    const tee = (number: number) => ({ product: "Tee", variant: `Variant ${number}`, sku: "" });
    expect(seen.problems).toEqual([
      {
        row: 3,
        name: { product: "Mug", variant: "", sku: "" },
        problems: [{ column: "variantId", problem: { kind: "converted", as: "number", text: "5.01E+13" } }],
      },
      {
        row: 4,
        name: null,
        problems: [{ column: "itemSku", problem: { kind: "converted", as: "date", text: "4-Mar" } }],
      },
      { row: 5, name: null, problems: [{ column: "variantId", problem: { kind: "repeated", row: 6 } }] },
      { row: 6, name: null, problems: [{ column: "variantId", problem: { kind: "repeated", row: 5 } }] },
      { row: 7, name: null, problems: [{ column: "variantId", problem: { kind: "unknown_variant" } }] },
      { row: 8, name: tee(4), problems: [{ column: "artworkFront", problem: { kind: "link", reason: "status" } }] },
      {
        row: 9,
        name: tee(5),
        problems: [{ column: "artworkFront", problem: { kind: "link", reason: "private_address" } }],
      },
    ]);
    expect(await upload(shop.id, [[variant(1), "MUG-11OZ", ""]])).toEqual({ outcome: "busy" });
    expect(await approveImport(world.ctx, shop.id, seen.id, false)).toBe("saving");
    expect(await work(shop.id)).toMatchObject({ state: "done", saved: { mappings: 1 }, rows: { wrong: 7 } });
    expect(await stored(shop.id)).toEqual([
      [variant(1), "MUG-11OZ", ""],
      [variant(2), "TEE-BLACK-M", ""],
      [variant(3), "TEE-BLACK-M", ""],
    ]);

    const [columns = [], ...rows] = await toFix(shop.id);
    expect(columns).toEqual(["Product", "Variant", "Variant SKU", ...HEADER, "Row", "Problem"]);
    expect(rows.map((cells) => cells.slice(0, 7))).toEqual([
      ["Mug", "", "", "'5.01E+13", "MUG-11OZ", "", "3"],
      ["", "", "", variant(2), "'4-Mar", "", "4"],
      ["", "", "", variant(3), "MUG-11OZ", "", "5"],
      ["", "", "", variant(3), "TEE-BLACK-M", "", "6"],
      ["", "", "", variant(99), "MUG-11OZ", "", "7"],
      ["Tee", "Variant 4", "", variant(4), "TEE-BLACK-M", "https://art.example/gone.png", "8"],
      ["Tee", "Variant 5", "", variant(5), "TEE-BLACK-M", "http://localhost/front.png", "9"],
    ]);
    // As it is, the file has the same problems; what the first file lacked keeps what is stored.
    expect(await checked(shop.id, rows, columns)).toMatchObject({ rows: { created: 0, changed: 0, wrong: 7 } });
    const { id } = await view(shop.id);
    expect(await approveImport(world.ctx, shop.id, id, false)).toBe("blocked");
    expect(await discardImport(world.ctx, shop.id, id)).toBe(true);
    expect(await world.db.mappingImportValue.count({ where: { importId: id } })).toBe(0);
    const fixed = rows.filter((cells) => cells[6] === "5");
    expect(await checked(shop.id, fixed, columns)).toMatchObject({ rows: { changed: 1, wrong: 0 } });
    await approveImport(world.ctx, shop.id, (await view(shop.id)).id, false);
    await work(shop.id);
    const { itemSku, note } = await world.db.mapping.findFirstOrThrow({
      where: { shopId: shop.id, variantGid: variant(3) },
    });
    expect([itemSku, note]).toEqual(["MUG-11OZ", "Fold"]);
  });

  it.each([
    ["the header", "Variant ID,Print SKU,Print note"],
    ["a header that a spreadsheet padded", "Variant ID,Print SKU,Print note, ,"],
  ])("saves no row with more cells than %s: a comma in a note may have cut it", async (_, header) => {
    const shop = await world.shop();
    await map(shop, { variantGid: variant(1) }, { variantGid: variant(2) }, { variantGid: variant(3) });
    const file = [
      header,
      `${variant(1)},MUG-11OZ,Fold twice, then iron`,
      // A comma in a text that is not read moves the variant's id.
      `Tee, black,${variant(2)},MUG-11OZ,`,
      // As spreadsheets pad rows.
      `${variant(3)},MUG-11OZ,Fold twice, ,`,
    ].join("\r\n");
    expect(await receive(shop.id, once(Buffer.from(file)))).toEqual({ outcome: "received" });
    const seen = await work(shop.id);
    expect(seen).toMatchObject({ rows: { changed: 1, wrong: 2, overridable: 0 } });
    expect(seen.problems).toEqual([
      { row: 2, name: null, problems: [{ column: "note", problem: { kind: "extra_cells" } }] },
      { row: 3, name: null, problems: [{ column: "note", problem: { kind: "extra_cells" } }] },
    ]);
    const [columns = [], ...rows] = await toFix(shop.id);
    expect(rows.map((cells) => cells.at(-1))).toEqual([" then iron", ""]);
    expect(await discardImport(world.ctx, shop.id, seen.id)).toBe(true);
    expect(await checked(shop.id, rows, columns)).toMatchObject({ rows: { changed: 0, wrong: 2 } });
    expect(importProblemMessage("note", { kind: "extra_cells" })).toBe(
      "This row has more cells than the header. Put text with commas or semicolons in quotation marks.",
    );
  });

  it("lets staff save a SKU that the print service rejects, and suggests the zeros that a spreadsheet took", async () => {
    const shop = await world.shop();
    await map(shop, { variantGid: variant(1) }, { variantGid: variant(2), itemSku: "00777" });
    const seen = await checked(shop.id, [[variant(1), "777", ""]]);
    expect(seen).toMatchObject({
      rows: { changed: 0, wrong: 1, overridable: 1 },
      problems: [{ row: 2, problems: [{ problem: { kind: "sku_rejected", suggestion: "00777" } }] }],
    });
    expect(await approveImport(world.ctx, shop.id, seen.id, false)).toBe("blocked");
    expect(await approveImport(world.ctx, shop.id, seen.id, true)).toBe("saving");
    expect(await work(shop.id)).toMatchObject({ state: "done", saved: { mappings: 1 } });
    await world.variants(shop.id, product(1), [1, 2]);
    const broken = { view: "broken" as const, query: "", after: null, before: null };
    const { rows } = await readVariantsPage(world.ctx, shop.id, broken);
    expect(rows).toMatchObject([{ gid: variant(1), skuRejected: true }]);
  });

  it.each<[string, (shop: Shop) => Promise<unknown>]>([
    [
      "changed",
      ({ id: shopId }) =>
        world.db.mapping.updateMany({
          where: { shopId, variantGid: variant(1) },
          data: { itemSku: "STAFF", updatedAt: new Date("2026-12-01") },
        }),
    ],
    ["removed", (shop) => world.db.mapping.deleteMany({ where: { shopId: shop.id, variantGid: variant(1) } })],
  ])("saves nothing where staff %s a mapping meanwhile", async (_, change) => {
    const shop = await world.shop();
    await map(shop, { variantGid: variant(1) }, { variantGid: variant(2) });
    const seen = await checked(shop.id, [
      [variant(1), "MUG-11OZ", ""],
      [variant(2), "MUG-11OZ", ""],
    ]);
    await change(shop);
    const before = await stored(shop.id);
    await approveImport(world.ctx, shop.id, seen.id, false);
    expect(await work(shop.id)).toMatchObject({ state: "checked", outdated: true });
    expect(await stored(shop.id)).toEqual(before);
  });

  it.each([
    ["the variant", variant(1)],
    ["its whole product", ""],
  ] as const)("saves nothing where staff marked %s as never printed meanwhile", async (_, variantGid) => {
    const shop = await world.shop();
    await world.variants(shop.id, product(1), [1, 2]);
    const seen = await checked(shop.id, [[variant(1), "MUG-11OZ", ""]]);
    const mark = { id: world.ctx.ids.uuid(), shopId: shop.id, productGid: product(1), variantGid };
    await world.db.notPrinted.create({ data: { ...mark, createdAt: world.ctx.clock.now() } });
    await approveImport(world.ctx, shop.id, seen.id, false);
    expect(await work(shop.id)).toMatchObject({ state: "checked", outdated: true });
    expect(await stored(shop.id)).toEqual([]);
    expect(await world.db.notPrinted.count({ where: { shopId: shop.id } })).toBe(1);
  });

  it("maps a variant that was marked as never printed before, and ends the mark", async () => {
    const shop = await world.shop();
    await world.variants(shop.id, product(1), [1]);
    const mark = { id: world.ctx.ids.uuid(), shopId: shop.id, productGid: product(1), variantGid: variant(1) };
    await world.db.notPrinted.create({ data: { ...mark, createdAt: new Date("2026-01-01") } });
    const seen = await checked(shop.id, [[variant(1), "MUG-11OZ", ""]]);
    await approveImport(world.ctx, shop.id, seen.id, false);
    expect(await work(shop.id)).toMatchObject({ state: "done", saved: { mappings: 1 } });
    expect(await world.db.notPrinted.count({ where: { shopId: shop.id } })).toBe(0);
  });

  it("continues after a crash wherever it was, and checks each SKU and link once", async () => {
    const shop = await world.shop();
    await map(shop, { variantGid: variant(1) });
    await upload(shop.id, [[variant(1), "MUG-11OZ", ART]]);
    const { id } = await view(shop.id);
    await mappingImportRun.step(world.ctx, id, beginTurn(AbortSignal.abort()));
    expect(await view(shop.id)).toMatchObject({ state: "checking" });
    expect(await work(shop.id)).toMatchObject({ state: "checked" });
    await approveImport(world.ctx, shop.id, id, false);
    // Saved, and the process died before the orders were woken.
    await world.db.mappingImport.update({ where: { id }, data: { state: "saved" } });
    expect(await work(shop.id)).toMatchObject({ state: "done" });
    expect(await work(shop.id)).toMatchObject({ state: "done" });
    expect(world.checkedLinks).toEqual([ART]);
  });

  it("is one at a time in a shop, and of that shop alone", async () => {
    const [shop, other] = [await world.shop(), await world.shop()];
    await map(shop, { variantGid: variant(1) });
    const rows = [[variant(1), "MUG-11OZ", ""]];
    const outcomes = await Promise.all([upload(shop.id, rows), upload(shop.id, rows)]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["busy", "received"]);
    const { id } = await work(shop.id);
    expect(await readImport(world.ctx, other.id)).toBeNull();
    expect(await approveImport(world.ctx, other.id, id, true)).toBe("blocked");
    expect(await discardImport(world.ctx, other.id, id)).toBe(false);
    // The variant is of the first shop.
    expect(await checked(other.id, rows)).toMatchObject({ rows: { wrong: 1, overridable: 0 } });
  });

  it.each([
    ["without rows", "Variant ID,Print SKU\r\n", { kind: "no_rows" }],
    ["of empty rows", "Variant ID,Print SKU\r\n,\r\n\r\n", { kind: "no_rows" }],
    ["of too many rows, all empty", `Variant ID,Print SKU\n${",\n".repeat(100_001)}`, { kind: "too_many_rows" }],
    ["without the columns", "Handle;SKU\r\n1;2\r\n", { kind: "missing_columns", columns: ["Variant ID", "Print SKU"] }],
    ["in another encoding", Buffer.from("Variant ID,Print SKU\r\nfür", "latin1"), { kind: "not_text", row: null }],
    ["of more than 200 MB", new Uint8Array(200 * 1024 * 1024 + 1), { kind: "too_large", maxMegabytes: 200 }],
  ])("%s is named, and makes room for the next", async (_, file, problem) => {
    const shop = await world.shop();
    const result = await receive(shop.id, once(typeof file === "string" ? Buffer.from(file) : file));
    expect(result).toMatchObject({ outcome: "unreadable", problem });
    expect(await readImport(world.ctx, shop.id)).toBeNull();
  });

  it.each(["discards it", "leaves"])("is read no further once its sender %s", async (what) => {
    const shop = await world.shop();
    const connection = new AbortController();
    let batches = 0;
    const endless = async function* () {
      yield Buffer.from("Variant ID,Print SKU\n");
      for (; ; batches += 1) {
        yield Buffer.from("1,\n".repeat(500));
        if (batches !== 2) continue;
        if (what === "leaves") connection.abort();
        else await discardImport(world.ctx, shop.id, (await view(shop.id)).id);
      }
    };
    expect(await receive(shop.id, endless(), connection.signal)).toEqual({ outcome: "discarded" });
    // The file is read ahead of the rows.
    expect(batches).toBeLessThan(150);
    expect(await readImport(world.ctx, shop.id)).toBeNull();
  });

  it("is read after the file of another shop, so that the process has time for orders", async () => {
    const shops = [await world.shop(), await world.shop()];
    const read: ShopId[] = [];
    const receiving = { shopId: { in: shops.map(({ id }) => id) } };
    const begun = () => world.db.mappingImport.count({ where: receiving });
    const slowly = async function* (shopId: ShopId) {
      for (const line of ["Variant ID,Print SKU\n", "1,A\n", "2,B\n", "3,C\n"]) {
        read.push(shopId);
        // The other one would read on meanwhile.
        await until("both have begun", async () => (await begun()) === 2);
        yield Buffer.from(line);
      }
    };
    await Promise.all(shops.map(({ id }) => receive(id, slowly(id))));
    const [first, second] = [read[0], read.at(-1)];
    expect(read).toEqual([...Array<unknown>(4).fill(first), ...Array<unknown>(4).fill(second)]);
  });
});

describe("an export", () => {
  it("changes nothing when it is imported again, whatever the mappings hold", async () => {
    const shop = await world.shop();
    const tempting = ["00123", "3-4", "MAR1", "=1+1", "'quoted", "5.01E13", 'say "hi", then;go', "-2"];
    await map(
      shop,
      ...tempting.map((itemSku, at) => ({ variantGid: variant(at + 1), itemSku, note: `${itemSku}\nfold` })),
    );
    await world.variants(shop.id, product(1), [1, 9]);
    const [header = [], ...rows] = await exported(shop.id, "all");
    expect(rows).toHaveLength(9);
    expect(await checked(shop.id, rows, header)).toMatchObject({
      rows: { created: 0, changed: 0, unchanged: 8, blank: 1, wrong: 0 },
    });
  });

  it("has all variants, the mapped ones, or those to map", async () => {
    const shop = await world.shop();
    await map(shop, { variantGid: variant(1), requiredSides: ["front", "back"], artworkFront: ART });
    await world.variants(shop.id, product(1), [1, 2, 3]);
    const marked = { id: world.ctx.ids.uuid(), shopId: shop.id, productGid: product(1), variantGid: variant(3) };
    await world.db.notPrinted.create({ data: { ...marked, createdAt: world.ctx.clock.now() } });
    const ids = async (variants: "all" | "mapped" | "unmapped") =>
      (await exported(shop.id, variants)).map((cells) => cells[3]);
    expect(await ids("all")).toEqual(["Variant ID", variant(1), variant(2), variant(3)]);
    expect(await ids("unmapped")).toEqual(["Variant ID", variant(2)]);
    expect(await exported(shop.id, "mapped")).toEqual([
      expect.arrayContaining(["Product", "Variant ID", "Required sides"]),
      expect.arrayContaining([variant(1), "TEE-BLACK-M", ART, "Front and back"]),
    ]);
  });
});

it("carries artwork of further sides: exported where some mapping has it, kept where a file lacks it, checked and saved", async () => {
  const shop = await world.shop();
  await world.variants(shop.id, product(1), [1, 2]);
  expect((await exported(shop.id, "all"))[0]).not.toContain("Hood artwork");
  await map(shop, { variantGid: variant(1), artworkSides: { hood: ART } });
  const [header, first] = await exported(shop.id, "mapped");
  expect(first?.[header?.indexOf("Hood artwork") ?? -1]).toBe(ART);
  expect(header).not.toContain("Left chest artwork");
  const kept = await checked(shop.id, [[gidNumber(variant(1)), "TEE-BLACK-L", ""]]);
  expect(kept.changes.map(({ column }) => column)).toEqual(["itemSku"]);
  await discardImport(world.ctx, shop.id, kept.id);
  const gone = "https://art.example/gone.png";
  const rows = [
    [gidNumber(variant(1)), "TEE-BLACK-M", "", "", gone],
    [gidNumber(variant(2)), "TEE-BLACK-M", "", ART, ART],
  ];
  const {
    id,
    problems,
    rows: counts,
  } = await checked(shop.id, rows, [...HEADER, "hood artwork", "Left chest artwork"]);
  expect(problems.map(({ problems: all }) => all.map(({ column }) => column))).toEqual([["left_chest"]]);
  expect(counts).toMatchObject({ created: 1, changed: 0, overridable: 1 });
  expect(await approveImport(world.ctx, shop.id, id, true)).toBe("saving");
  expect((await work(shop.id)).state).toBe("done");
  const saved = await world.db.mapping.findMany({ where: { shopId: shop.id }, orderBy: { variantGid: "asc" } });
  expect(saved.map(({ artworkSides }) => artworkSides)).toEqual([{ left_chest: gone }, { hood: ART, left_chest: ART }]);
});
