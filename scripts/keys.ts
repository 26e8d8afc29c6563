/** `npm run keys:reseal`, `keys:left`, `keys:hash`: changing CREDENTIALS_KEY, see docs/operations.md. */
import type pg from "pg";
import { env, EnvError } from "../app/config/env.server.ts";
import { createPool } from "../app/database/pool.ts";
import { countBoxes } from "../app/encryption/remaining.ts";
import { resealAll } from "../app/encryption/rotate-key.ts";
import { createSealer, hashKeyOf } from "../app/encryption/encryptor.server.ts";

const COMMANDS = { reseal, left, hash };
const [wanted = ""] = process.argv.slice(2);

try {
  if (!Object.hasOwn(COMMANDS, wanted)) throw new EnvError(`Say one of: ${Object.keys(COMMANDS).join(", ")}.`);
  process.exitCode = await COMMANDS[wanted as keyof typeof COMMANDS]();
} catch (error) {
  // Neither addresses nor keys may be quoted.
  console.error(
    error instanceof EnvError
      ? error.message
      : `Failed: ${(error as NodeJS.ErrnoException).code ?? (error as Error).name}`,
  );
  process.exitCode = 1;
}

async function reseal(): Promise<number> {
  const { sealKeys, hashKey } = env();
  return withPool(async (pool) => {
    const present = sealKeys[0].id;
    const done = await resealAll(pool, createSealer(sealKeys, hashKey), present, {
      onBatch: ({ column, resealed }) => console.log(`${column}: ${resealed} so far`),
    });
    for (const { column, resealed, unreadable, changed } of done) {
      console.log(`${column}: ${resealed} sealed anew, ${unreadable} unreadable, ${changed} changed meanwhile`);
    }
    return tellLeft(pool, present);
  });
}

function left(): Promise<number> {
  return withPool((pool) => tellLeft(pool, env().sealKeys[0].id));
}

/** The key of the hashes, as an entry for CREDENTIALS_KEY. It opens nothing. */
async function hash(): Promise<number> {
  const { sealKeys, hashKey } = env();
  console.log(`hash:${Buffer.from(hashKey ?? hashKeyOf(sealKeys)).toString("base64")}`);
  return 0;
}

/** 1 while something is sealed with another key than the first. */
async function tellLeft(pool: pg.Pool, present: string): Promise<number> {
  const boxes = await countBoxes(pool);
  for (const { column, keyId, boxes: count } of boxes)
    console.log(`${column}: ${count} with ${keyId ?? "no key: not sealed"}`);
  const others = [...new Set(boxes.flatMap(({ keyId }) => (keyId === present ? [] : [keyId ?? "no key"])))];
  console.log(
    others.length === 0 ? `Everything is sealed with ${present}.` : `Still sealed with ${others.join(", ")}.`,
  );
  return others.length === 0 ? 0 : 1;
}

async function withPool(work: (pool: pg.Pool) => Promise<number>): Promise<number> {
  // Whole tables are read.
  const pool = createPool(env().databaseUrl, { connections: 1, limits: false });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
