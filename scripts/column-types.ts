import { readFile, writeFile } from "node:fs/promises";

const CLIENT = new URL("../node_modules/.prisma/client/index.d.ts", import.meta.url);
const SCHEMA = new URL("../prisma/schema.prisma", import.meta.url);
const TYPES = new URL("../prisma/column-types.d.ts", import.meta.url);

const MARKED_COLUMN = /^ +(\w+) +String\b.*\/\/ type: (\w+)$/;

/** Every plain `string` in the type of a column, filters and updates included, becomes the column's own type. */
const PRELUDE = `
type Column<T, Name extends keyof ColumnTypes> = T extends string
  ? string extends T ? ColumnTypes[Name] : T
  : T extends readonly (infer Item)[] ? Column<Item, Name>[]
  : T extends Prisma.FieldRef<string, string> ? T
  : T extends object ? { [Key in keyof T]: Column<T[Key], Name> }
  : T;
`;

/**
 * Gives the columns that prisma/schema.prisma marks with `// type: Name` their types in the generated client. Each member
 * of that name in each type of the model is wrapped, whatever its form.
 */
export async function typeColumns(): Promise<void> {
  const columns = markedColumns(await readFile(SCHEMA, "utf8"), await readFile(TYPES, "utf8"));
  const models = [...columns.keys()].sort((one, other) => other.length - one.length);
  const found = new Set<string>();
  let model: string | undefined;
  const lines = (await readFile(CLIENT, "utf8")).split("\n").map((line) => {
    if (/^ {0,2}\S/.test(line)) {
      const opened = /^ {2}export type \$?(\w+)/.exec(line)?.[1];
      model = models.find((name) => opened?.startsWith(name));
    }
    const [, member, name, type] = /^( {4,}(\w+)\??: )(.+)$/.exec(line) ?? [];
    const wanted = model && name ? columns.get(model)?.get(name) : undefined;
    if (!wanted) return line;
    found.add(`${model}.${name}`);
    return `${member}Column<${type}, "${wanted}">`;
  });
  for (const [name, marked] of columns)
    for (const column of marked.keys())
      if (!found.has(`${name}.${column}`)) throw new Error(`The client has no column ${name}.${column}.`);
  await writeFile(CLIENT, lines.join("\n") + PRELUDE);
}

/** Model → column → name of its type; models without marked columns, too. */
function markedColumns(schema: string, types: string): Map<string, Map<string, string>> {
  const columns = new Map<string, Map<string, string>>();
  let model = "";
  for (const line of schema.split("\n")) {
    model = /^model (\w+)/.exec(line)?.[1] ?? model;
    if (model && !columns.has(model)) columns.set(model, new Map());
    const [, column, type] = MARKED_COLUMN.exec(line) ?? [];
    if (!column || !type) continue;
    if (!types.includes(` ${type}: `)) throw new Error(`prisma/column-types.d.ts has no ${type}.`);
    columns.get(model)?.set(column, type);
  }
  return columns;
}
