/**
 * `npm run setup [demo|sandbox|dev|test|changed|pictures]`: makes ready what that purpose needs; without a word, everything.
 * Safe to repeat, and quick when there is nothing to do. Runs on plain Node 20, before Node 24 is there.
 */
import { buildApp } from "./setup/build.mjs";
import { ensureDependencies, ensureNode24 } from "./setup/node.mjs";
import { generateClient } from "./setup/prisma-client.mjs";
import { ensureBrowser, ensurePostgres, ensureRedis, tryPgBouncer } from "./setup/system-programs.mjs";

const PURPOSES = ["demo", "sandbox", "dev", "test", "changed", "pictures"];
const purpose = process.argv[2];
/** @param {string[]} purposes */
const isFor = (...purposes) => purpose === undefined || purposes.includes(purpose);

try {
  if (purpose !== undefined && !PURPOSES.includes(purpose)) {
    throw new Error(`What is "${purpose}"? Say one of: ${PURPOSES.join(", ")}; or nothing, for everything.`);
  }
  ensureDependencies();
  const node = ensureNode24();
  ensureRedis();
  // The others use the embedded one; tests want the real one.
  if (isFor("test", "changed")) ensurePostgres();
  if (isFor("test")) tryPgBouncer();
  if (isFor("test", "pictures")) ensureBrowser(node);
  generateClient(node);
  // While developing, the pages come from the sources. The tests of what was changed open none.
  if (isFor("demo", "sandbox", "test", "pictures")) buildApp(node);
  if (purpose === undefined) console.log("Everything is ready. Try: npm run demo");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
