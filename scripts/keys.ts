/** `npm run keys:rotate`, `keys:remaining`, `keys:hash`: changing CREDENTIALS_KEY, see docs/operations.md. */
import type pg from "pg";
import { env, EnvError } from "../app/config/env.server.ts";
import { createPool } from "../app/database/pool.ts";
import { countByKey, rotateEncryptionKey } from "../app/encryption/rotate-key.ts";
import { createEncryptor, hashKeyOf } from "../app/encryption/encryptor.server.ts";

const COMMANDS = { rotate, remaining, hash };
const [command = ""] = process.argv.slice(2);

try {
  if (!Object.hasOwn(COMMANDS, command)) throw new EnvError(`Say one of: ${Object.keys(COMMANDS).join(", ")}.`);
  process.exitCode = await COMMANDS[command as keyof typeof COMMANDS]();
} catch (error) {
  // Neither addresses nor keys may be quoted.
  console.error(
    error instanceof EnvError
      ? error.message
      : `Failed: ${(error as NodeJS.ErrnoException).code ?? (error as Error).name}`,
  );
  process.exitCode = 1;
}

async function rotate(): Promise<number> {
  const { encryptionKeys, hashKey } = env();
  return withPool(async (pool) => {
    const currentKeyId = encryptionKeys[0].id;
    const done = await rotateEncryptionKey(pool, createEncryptor(encryptionKeys, hashKey), currentKeyId, {
      onBatch: ({ column, reencrypted }) => console.log(`${column}: ${reencrypted} so far`),
    });
    for (const { column, reencrypted, unreadable, changed } of done) {
      console.log(`${column}: ${reencrypted} encrypted again, ${unreadable} unreadable, ${changed} changed meanwhile`);
    }
    return printRemaining(pool, currentKeyId);
  });
}

function remaining(): Promise<number> {
  return withPool((pool) => printRemaining(pool, env().encryptionKeys[0].id));
}

/** The key of the hashes, as an entry for CREDENTIALS_KEY. It decrypts nothing. */
async function hash(): Promise<number> {
  const { encryptionKeys, hashKey } = env();
  console.log(`hash:${Buffer.from(hashKey ?? hashKeyOf(encryptionKeys)).toString("base64")}`);
  return 0;
}

/** 1 while something is encrypted with another key than the first. */
async function printRemaining(pool: pg.Pool, currentKeyId: string): Promise<number> {
  const remainingValues = await countByKey(pool);
  for (const { column, keyId, values: count } of remainingValues)
    console.log(`${column}: ${count} with ${keyId ?? "no key: not encrypted"}`);
  const others = [
    ...new Set(remainingValues.flatMap(({ keyId }) => (keyId === currentKeyId ? [] : [keyId ?? "no key"]))),
  ];
  console.log(
    others.length === 0
      ? `Everything is encrypted with ${currentKeyId}.`
      : `Still encrypted with ${others.join(", ")}.`,
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
