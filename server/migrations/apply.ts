import pg from "pg";
import { statementsOf, type Migration } from "./files.ts";
import { recordEnd, recordFailure, recordStart, recordSteps } from "./records.ts";

/** A migration says so in a comment: one that commits in between, builds an index concurrently, or must not keep its locks. */
const BY_STATEMENT = /^-- Statement by statement\b/m;

export const HOW_TO_GO_ON = 'docs/operations.md, "A migration that failed"';

/** The message is for the operator: it quotes neither an address nor a row. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

/**
 * Applies a migration in one transaction with its record, or statement by statement, as it says.
 * @throws MigrationError when it fails; the record says why, too.
 */
export async function apply(client: pg.Client, migration: Migration): Promise<void> {
  if (!BY_STATEMENT.test(migration.sql)) return runAtOnce(client, migration);
  await runStatements(client, migration, await recordStart(client, migration), 1);
}

async function runAtOnce(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query("BEGIN");
    const id = await recordStart(client, migration);
    await client.query(migration.sql);
    await recordSteps(client, id, 1);
    await recordEnd(client, id);
    await client.query("COMMIT");
  } catch (error) {
    const logs = describe(error, migration.sql);
    // Where the connection was lost, PostgreSQL has rolled back, and there is nothing to write to.
    await client
      .query("ROLLBACK")
      .then(async () => recordFailure(client, await recordStart(client, migration), logs, true))
      .catch(() => undefined);
    throw new MigrationError(
      `${migration.name} failed and was rolled back: ${logs}. Remove the cause, then run npm run db:deploy again.`,
    );
  }
}

/** Runs the statements of a migration one after the other, from number `from` on: the first is 1. @throws MigrationError */
export async function runStatements(client: pg.Client, migration: Migration, id: string, from: number): Promise<void> {
  const statements = statementsOf(migration.sql);
  for (let number = from; number <= statements.length; number += 1) {
    const statement = statements[number - 1] ?? "";
    try {
      await client.query(statement);
      await recordSteps(client, id, number);
    } catch (error) {
      const logs = `statement ${number} of ${statements.length}: ${describe(error, statement)}`;
      await recordFailure(client, id, logs, false).catch(() => undefined);
      throw new MigrationError(
        `${migration.name} failed at ${logs}. The statements before it took effect. Remove the cause, then run ` +
          `npm run db:deploy -- --continue-from ${number} (${HOW_TO_GO_ON}).`,
      );
    }
  }
  await recordEnd(client, id);
}

/** PostgreSQL's message and code, and the line that they are about. Its detail would quote a row. */
function describe(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return (error as NodeJS.ErrnoException).code ?? "the connection was lost";
  const line = error.position ? `, line ${sql.slice(0, Number(error.position)).split("\n").length}` : "";
  return `${error.message} (${error.code}${line})`;
}
