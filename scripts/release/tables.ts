/** Asks a database; the parameters are in the text. */
export type Query = <Row>(sql: string) => Promise<Row[]>;

export interface Table {
  name: string;
  columns: { name: string; type: string; nullable: boolean; generated: boolean; labels: string[] }[];
  /** Column → the column that its foreign key names. */
  parents: Map<string, { table: string; column: string }>;
  /** Columns that may be null and name the table itself or, in a circle, a later one: a first row leaves them out. */
  later: Set<string>;
}

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, t.typname AS type, NOT a.attnotnull AS nullable,
    a.attgenerated <> '' OR a.attidentity = 'a' AS generated,
    ARRAY(SELECT e.enumlabel::text FROM pg_enum e WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder) AS labels
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'
    AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY c.relname, a.attnum`;

const PARENTS = `
  SELECT own.relname AS table, a.attname AS column,
    other.relname AS parent, b.attname AS "parentColumn"
  FROM pg_constraint c JOIN pg_class own ON own.oid = c.conrelid JOIN pg_class other ON other.oid = c.confrelid
    CROSS JOIN LATERAL unnest(c.conkey, c.confkey) AS key (child, parent)
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = key.child
    JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = key.parent
  WHERE c.contype = 'f' ORDER BY 1, 2`;

type ColumnRow = Table["columns"][number] & { table: string };
interface ParentRow {
  table: string;
  column: string;
  parent: string;
  parentColumn: string;
}

/** The tables of the schema "public", but for Prisma's own. */
export async function readTables(query: Query): Promise<Table[]> {
  const columns = await query<ColumnRow>(COLUMNS);
  const parents = await query<ParentRow>(PARENTS);
  return [...new Set(columns.map((column) => column.table))].map((name) => ({
    name,
    columns: columns.filter((column) => column.table === name),
    parents: new Map(
      parents
        .filter((one) => one.table === name)
        .map((one) => [one.column, { table: one.parent, column: one.parentColumn }]),
    ),
    later: new Set<string>(),
  }));
}

/** Parents before their children. Keys that may be null give way in a circle. @throws Error where none may. */
export function insertOrder(tables: readonly Table[]): Table[] {
  const done = new Set<string>();
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const open = tables.filter((table) => !done.has(table.name));
    const next =
      open.find((table) => missing(table, done).length === 0) ??
      open.find((table) => missing(table, done).every((column) => isNullable(table, column)));
    if (!next) throw new Error(`Tables need each other: ${open.map((table) => table.name).join(", ")}`);
    ordered.push({ ...next, later: new Set(missing(next, done)) });
    done.add(next.name);
  }
  return ordered;
}

const missing = (table: Table, done: ReadonlySet<string>): string[] =>
  [...table.parents].filter(([, parent]) => !done.has(parent.table)).map(([column]) => column);

const isNullable = (table: Table, name: string): boolean =>
  table.columns.some((column) => column.name === name && column.nullable);
