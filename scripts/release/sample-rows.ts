/** A row for every table of a database, from its own description: enums, foreign keys, types and lengths. */
import { insertOrder, type Query, type Table } from "./tables.ts";

/**
 * Fills every table with one row, each column as far as the checks of the table let it. Columns that may be null stay so
 * where a check refuses the full row. A table that triggers filled by then is left out: they fill it again.
 * @returns the INSERT statements, in an order that foreign keys accept.
 * @throws Error naming a table that takes no row.
 */
export async function fillEveryTable(query: Query, tables: readonly Table[]): Promise<string[]> {
  const statements: string[] = [];
  for (const table of insertOrder(tables))
    if (!(await hasRow(query, table))) statements.push(await insertRow(query, table));
  return statements;
}

const hasRow = async (query: Query, { name }: Table): Promise<boolean> =>
  (await query(`SELECT 1 FROM "${name}" LIMIT 1`)).length > 0;

async function insertRow(query: Query, table: Table): Promise<string> {
  let problem: unknown;
  for (const statement of [insertStatement(table, "every column"), insertStatement(table, "required columns")]) {
    try {
      await query(statement);
      return statement;
    } catch (error) {
      problem = error;
    }
  }
  throw new Error(`No sample row fits the table ${table.name}`, { cause: problem });
}

function insertStatement(table: Table, which: "every column" | "required columns"): string {
  const columns = table.columns.filter(
    (column) => !column.generated && (which === "every column" || !column.nullable) && !table.later.has(column.name),
  );
  const names = columns.map((column) => `"${column.name}"`).join(", ");
  return `INSERT INTO "${table.name}" (${names}) VALUES (${columns.map((column) => value(table, column)).join(", ")})`;
}

function value(table: Table, column: Table["columns"][number]): string {
  const parent = table.parents.get(column.name);
  // One row a table: its keys are those of the parent's only row.
  if (parent) return `(SELECT "${parent.column}" FROM "${parent.table}" LIMIT 1)`;
  if (column.labels.length > 0) return `'${column.labels[0] ?? ""}'`;
  return ofType(column.type, `${table.name}.${column.name}`);
}

function ofType(type: string, text: string): string {
  if (type.startsWith("_")) return "'{}'";
  switch (type) {
    case "uuid":
      return `md5('${text}')::uuid`;
    case "bool":
      return "true";
    case "int2":
    case "int4":
    case "int8":
    case "numeric":
    case "float8":
      return "1";
    case "timestamp":
    case "timestamptz":
    case "date":
      return "'2026-01-02T03:04:05Z'";
    case "json":
    case "jsonb":
      return "'{}'";
    case "bytea":
      return "'\\x01'";
    case "bpchar":
      return "'X'";
    default:
      return `left('${text}', 60)`;
  }
}
