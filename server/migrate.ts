/**
 * `npm run db:deploy`: brings the database at DATABASE_URL to the newest schema. With `-- --continue-from 13` it goes on with
 * statement 13 of a migration that did not end.
 */
import { parseArgs } from "node:util";
import { MigrationError } from "./migrations/apply.ts";
import { migrate } from "./migrations/migrate.ts";

const { values } = parseArgs({ options: { "continue-from": { type: "string" } } });
try {
  const applied = await migrate(databaseUrl(), {
    continueFrom: statementNumber(values["continue-from"]),
    say: console.log,
  });
  console.log(applied.length === 0 ? "The database has the newest schema already." : `Applied: ${applied.join(", ")}`);
} catch (error) {
  // A message that is not ours may quote the address with its password.
  const { name, code } = error as NodeJS.ErrnoException;
  console.error(
    error instanceof MigrationError ? error.message : `The database at DATABASE_URL cannot be opened: ${code ?? name}`,
  );
  process.exitCode = 1;
}

function databaseUrl(): string {
  const url = process.env["DATABASE_URL"];
  if (!url) throw new MigrationError("DATABASE_URL is not set: it names the PostgreSQL database to work on.");
  return url;
}

function statementNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d*$/.test(text)) throw new MigrationError("--continue-from takes the number of a statement, from 1 on.");
  return Number(text);
}
