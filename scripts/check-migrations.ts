/** `npm run check` refuses a migration that a release holds and that was changed or removed since. */
import { changedMigrations } from "./release/frozen-migrations.ts";
import { ROOT } from "./release/git.ts";

const changed = changedMigrations(ROOT);
for (const one of changed) console.error(`${one}. Undo that, and write what is new into a migration of its own.`);
process.exitCode = changed.length === 0 ? 0 : 1;
