import { readFile, writeFile } from "node:fs/promises";

const MODELS = new URL("../prisma/client/models/", import.meta.url);
const SCHEMA = new URL("../prisma/schema.prisma", import.meta.url);
const TYPES = new URL("../prisma/column-types.d.ts", import.meta.url);

const MARKED_COLUMN = /^ +(\w+) +(?:String|Json)\b.*\/\/ type: (\w+)$/;

/** Of a column of JSON as it is read, or as it is written. */
const JSON_VALUE = /(?:Prisma\.JsonNullValueInput \| )?runtime\.(?:Input)?JsonValue\b/;

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
 * of that name in each type of the model's file is wrapped, whatever its form. In place of any JSON it has that of the column.
 */
export async function typeColumns(): Promise<void> {
  const columns = markedColumns(await readFile(SCHEMA, "utf8"), await readFile(TYPES, "utf8"));
  for (const [model, marked] of columns) {
    const file = new URL(`${model}.ts`, MODELS);
    const found = new Set<string>();
    const lines = (await readFile(file, "utf8")).split("\n").map((line) => {
      const [, member, name = "", type] = /^( +(\w+)\??: )(.+)$/.exec(line) ?? [];
      const wanted = marked.get(name);
      if (!wanted) return line;
      found.add(name);
      if (JSON_VALUE.test(type ?? ""))
        return `${member}${(type ?? "").replace(JSON_VALUE, `ColumnTypes["${wanted}"]`)}`;
      return `${member}Column<${type}, "${wanted}">`;
    });
    for (const column of marked.keys())
      if (!found.has(column)) throw new Error(`The client has no column ${model}.${column}.`);
    await writeFile(file, lines.join("\n") + PRELUDE);
  }
}

/** Model → column → name of its type. */
function markedColumns(schema: string, types: string): Map<string, Map<string, string>> {
  const columns = new Map<string, Map<string, string>>();
  let model = "";
  for (const line of schema.split("\n")) {
    model = /^model (\w+)/.exec(line)?.[1] ?? model;
    const [, column, type] = MARKED_COLUMN.exec(line) ?? [];
    if (!column || !type) continue;
    if (!types.includes(` ${type}: `)) throw new Error(`prisma/column-types.d.ts has no ${type}.`);
    columns.set(model, (columns.get(model) ?? new Map<string, string>()).set(column, type));
  }
  return columns;
}
