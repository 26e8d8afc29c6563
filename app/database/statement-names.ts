/** Statements that one connection keeps; further ones are planned each time, such as lists of many lengths. */
const MAX_NAMES = 400;

/** A migration that adds a column ends a prepared statement that returns all columns: PostgreSQL rejects the next use. */
const RETURNS_ALL_COLUMNS = /\b(SELECT|RETURNING) \*/i;

/** The name of a statement with so many parameters; undefined: it has none. */
export type StatementNames = (sql: string, parameters: number) => string | undefined;

/**
 * Names the statements of a process by their text: PostgreSQL parses and plans a named statement once for each connection,
 * which takes longer than most statements of an order. One without parameters is cheap.
 */
export function createStatementNames(max = MAX_NAMES): StatementNames {
  const names = new Map<string, string>();
  return (sql, parameters) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (parameters === 0 || names.size >= max || RETURNS_ALL_COLUMNS.test(sql)) return undefined;
    const name = `inkbridge_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
