import { run, say } from "./run.mjs";
import { hashOf, unlessStamped } from "./stamp.mjs";

/**
 * Generates the database client from prisma/schema.prisma.
 * @param {string} node
 */
export function generateClient(node) {
  const hash = hashOf([
    "prisma/schema.prisma",
    "scripts/generate-client.ts",
    "scripts/column-types.ts",
    "package-lock.json",
  ]);
  unlessStamped("prisma/client/inkbridge.stamp", hash, () => {
    say("Generating the database client");
    const done = run(node, ["scripts/generate-client.ts"]);
    if (!done.ok) throw new Error(`The database client could not be generated:\n${done.output}`);
  });
}
