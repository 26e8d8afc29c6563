import { readFileSync } from "node:fs";
import { Prisma } from "../../prisma/client/client.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { newId } from "../../tests/support/ids.ts";
import { columnsOf, readRows } from "./rows.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase({ connections: 1 })));
afterAll(() => database.drop());

const SCHEMA = readFileSync("prisma/schema.prisma", "utf8");

/** Columns with their types, by table. */
type Columns = Record<string, Record<string, string>>;

/** PostgreSQL's name of the type that each value of the client stands for; an enum has its own. */
const TYPES: Record<string, string> = {
  String: "text",
  Int: "int4",
  BigInt: "int8",
  Float: "float8",
  Decimal: "numeric",
  Boolean: "bool",
  DateTime: "timestamptz",
  Json: "jsonb",
  Bytes: "bytea",
};

/** What schema.prisma says, of which the types of the rows are generated. */
function claimed(): Columns {
  const blocks = [...SCHEMA.matchAll(/^(model|enum) (\w+) \{\n(.*?)^\}/gms)];
  const enums = new Set(blocks.flatMap(([, kind, name]) => (kind === "enum" && name ? [name] : [])));
  const columnsIn = (body: string) =>
    [...body.matchAll(/^ {2}(\w+) +(\w+)(\[\]|\?)?(.*)$/gm)].flatMap(([, column, type, arity, attributes]) => {
      if (attributes?.includes("@ignore")) return [];
      const stored = attributes?.includes("@db.Uuid")
        ? "uuid"
        : (TYPES[type ?? ""] ?? (enums.has(type ?? "") ? type : null));
      return stored ? [[column, `${arity === "[]" ? "_" : ""}${stored}${arity === "?" ? " null" : ""}`]] : [];
    });
  return Object.fromEntries(
    blocks.flatMap(([, kind, name, body]) =>
      kind === "model" ? [[name, Object.fromEntries(columnsIn(body ?? ""))]] : [],
    ),
  ) as Columns;
}

test("every table has the columns that rows of it are typed with", async () => {
  const rows = await database.sql.query<{ table: string; columns: Record<string, string> }>`
    SELECT table_name::text AS "table", jsonb_object_agg(
      column_name, udt_name || CASE WHEN is_nullable = 'YES' AND udt_name NOT LIKE '\\_%' THEN ' null' ELSE '' END) AS "columns"
    FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`;
  const stored = new Map(rows.map(({ table, columns }) => [table, columns]));
  const models = claimed();
  expect(Object.keys(models).toSorted()).toEqual(Object.keys(Prisma.ModelName).toSorted());
  for (const [table, columns] of Object.entries(models)) {
    expect(stored.get(table), table).toMatchObject(columns);
    const named = columnsOf(table as Prisma.ModelName).sql.split(", ");
    expect(named.toSorted(), table).toEqual(
      Object.keys(columns)
        .map((column) => `"${column}"`)
        .toSorted(),
    );
  }
});

test("rows are those that Prisma returns", async () => {
  const { db, sql } = database;
  const at = new Date("2026-03-01T12:00:00.123Z");
  const shop = { id: newId(), domain: "rows.myshopify.com", installedAt: at, goLiveAt: at, settings: { a: [1] } };
  await db.shop.create({ data: shop });
  expect(await readRows(sql, "Shop", Prisma.sql`WHERE "domain" = ${shop.domain}`)).toEqual(await db.shop.findMany());
});
