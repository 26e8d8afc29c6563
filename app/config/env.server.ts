import { z } from "zod";
import { DURABILITY } from "../database/pool.ts";
import { readRedisUrl, RedisUrlError } from "../common/redis-url.ts";
import type { EncryptionKey } from "../encryption/encryptor.server.ts";

/** The settings of the process. This file alone reads process.env for the app. */
export type Env = ReturnType<typeof toEnv>;

/** A setting is missing or unreadable. The message names each one, and never a value. */
export class EnvError extends Error {
  override name = "EnvError";
}

const address = (schemes: string[], example: string) =>
  z.string({ error: `is not set. Example: ${example}` }).refine(
    (text) => {
      const url = URL.parse(text);
      return url !== null && schemes.includes(url.protocol.slice(0, -1));
    },
    `is not an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}. Example: ${example}`,
  );

const webAddress = (example: string) =>
  address(["https", "http"], example).transform((text) => text.replace(/\/+$/, ""));

/** A web page, or an email to somebody. */
const SUPPORT_FORM = /^(https:\/\/[^\s/]+|mailto:[^\s@?]+@[^\s@?]+)/;

/** An address, or a name and an address. */
const MAILBOX = /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

const text = (what: string) => z.string({ error: `is not set: ${what}.` });

const choice = <T extends string>(...options: [T, T, ...T[]]) =>
  z.enum(options, { error: `may be one of: ${options.join(", ")}.` });

const wordsOf = (list: string): string[] => list.split(/[\s,]+/).filter((word) => word !== "");

/** A list with commas; empty when it is not set. */
const choices = <T extends string>(options: readonly [T, ...T[]]) =>
  z
    .string()
    .default("")
    .transform(wordsOf)
    .pipe(z.array(z.enum(options, { error: `may name: ${options.join(", ")}.` })));

const integerBetween = (from: number, to: number) =>
  z.coerce
    .number({ error: "is not a number." })
    .int("is not a whole number.")
    .refine((n) => n >= from && n <= to, `has to lie between ${from} and ${to}.`);

/** The environment variables. docs/reference/settings.md lists them. */
export const envVariables = z.object({
  NODE_ENV: z.string().default("production"),
  ROLE: choice("all", "web", "worker").default("all"),
  HOST: z.string().default("127.0.0.1"),
  PORT: integerBetween(0, 65535).default(3000),
  BOARD_HOST: z.string().default("127.0.0.1"),
  BOARD_PORT: integerBetween(1, 65535).optional(),
  LOG_LEVEL: choice("debug", "info", "warn", "error", "silent").default("info"),
  DATABASE_URL: address(["postgresql", "postgres"], "postgresql://user:password@host:5432/inkbridge"),
  DATABASE_CONNECTIONS: integerBetween(1, 500).default(20),
  DATABASE_ALLOW_UNSAFE: choices(DURABILITY),
  REDIS_URL: text("an address such as redis://host:6379").superRefine(checkRedisUrl),
  REDIS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, "may hold letters, digits, _ and - only.")
    .default("inkbridge"),
  SUPPORT_URL: z
    .string()
    .refine(
      (text) => SUPPORT_FORM.test(text) && URL.canParse(text),
      "is not an address that begins with https:// or mailto:. Example: mailto:support@example.com",
    )
    .optional(),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: integerBetween(1, 65535).optional(),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  SMTP_TLS: choice("starttls", "implicit", "none").default("starttls"),
  SMTP_FROM: z.string().regex(MAILBOX, "is not a sender. Example: Inkbridge <notifications@example.com>").optional(),
  RETENTION_DAYS: integerBetween(7, 3650).default(60),
  CREDENTIALS_KEY: text("32 random bytes in base64, e.g. from `openssl rand -base64 32`").transform(readKeys),
  SHOPIFY_API_KEY: text("the client id of the app in Shopify's Dev Dashboard"),
  SHOPIFY_API_SECRET: text("the client secret of the app in Shopify's Dev Dashboard"),
  SHOPIFY_APP_URL: webAddress("https://inkbridge.example.com"),
  SCOPES: text("the access scopes as in shopify.app.toml, with commas between them").transform(wordsOf),
  // The SDK's own variable: it serves its bounce pages from there, too.
  APP_BRIDGE_URL: webAddress("https://cdn.shopify.com/shopifycloud/app-bridge.js").default(
    "https://cdn.shopify.com/shopifycloud/app-bridge.js",
  ),
  PRINT_SERVICE_URL: webAddress("https://api.print-service.example.com"),
  PRINT_SERVICE_PREFIX: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]*$/, "may hold letters and digits only.")
    .default("svc"),
  PRINT_SERVICE_TOKEN_METHOD: choice("post", "get").default("post"),
  PRINT_SERVICE_GET_PARAMS: choice("query", "body").default("query"),
  PRINT_SERVICE_LAG_SECONDS: integerBetween(5, 86_400).default(600),
});

/** @throws EnvError that names every variable in question. */
export function readEnv(source: Record<string, string | undefined>): Env {
  // An empty variable is what a compose file makes of one that is not set.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const read = envVariables.safeParse(given);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join(".")} ${issue.message}`);
    throw new EnvError(`Inkbridge cannot start with these settings:\n${lines.join("\n")}`);
  }
  return toEnv(read.data);
}

const SMTP_PORTS = { starttls: 587, implicit: 465, none: 25 } as const;

/** The mail server; null: the app sends no email. @throws EnvError */
function smtpOf({
  SMTP_HOST,
  SMTP_PORT,
  SMTP_USER,
  SMTP_PASSWORD,
  SMTP_TLS,
  SMTP_FROM,
}: z.output<typeof envVariables>) {
  if (!SMTP_HOST) return null;
  if (!SMTP_FROM) throw new EnvError("SMTP_HOST needs SMTP_FROM, e.g. Inkbridge <notifications@example.com>.");
  if (!SMTP_USER !== !SMTP_PASSWORD) throw new EnvError("SMTP_USER and SMTP_PASSWORD need each other.");
  const login = SMTP_USER && SMTP_PASSWORD ? { user: SMTP_USER, password: SMTP_PASSWORD } : null;
  return { host: SMTP_HOST, port: SMTP_PORT ?? SMTP_PORTS[SMTP_TLS], login, tls: SMTP_TLS, from: SMTP_FROM };
}

function toEnv(it: z.output<typeof envVariables>) {
  return {
    production: it.NODE_ENV === "production",
    role: it.ROLE,
    host: it.HOST,
    port: it.PORT,
    /** Where the board of the queues is served; null: nowhere. */
    board: it.BOARD_PORT === undefined ? null : { host: it.BOARD_HOST, port: it.BOARD_PORT },
    logLevel: it.LOG_LEVEL,
    databaseUrl: it.DATABASE_URL,
    /** Size of the pool of this process. */
    databaseConnections: it.DATABASE_CONNECTIONS,
    /** Settings of the server that may be off although committed data may then be lost. */
    databaseAllowUnsafe: it.DATABASE_ALLOW_UNSAFE,
    redisUrl: it.REDIS_URL,
    /** Keeps several installations on one Redis apart: all keys begin with it. */
    redisPrefix: it.REDIS_PREFIX,
    /** Where merchants reach the operator of the app, a web page or mailto:; null: nothing leads there. */
    supportUrl: it.SUPPORT_URL ?? null,
    smtp: smtpOf(it),
    /** Days that customers' data is kept after it came or was sent. */
    retentionDays: it.RETENTION_DAYS,
    ...it.CREDENTIALS_KEY,
    shopify: {
      apiKey: it.SHOPIFY_API_KEY,
      apiSecret: it.SHOPIFY_API_SECRET,
      appUrl: it.SHOPIFY_APP_URL,
      scopes: it.SCOPES,
      appBridgeUrl: it.APP_BRIDGE_URL,
    },
    printService: {
      url: it.PRINT_SERVICE_URL,
      prefix: it.PRINT_SERVICE_PREFIX,
      tokenMethod: it.PRINT_SERVICE_TOKEN_METHOD,
      getParams: it.PRINT_SERVICE_GET_PARAMS,
      /** How long an order may take to appear in the service's list, in milliseconds. */
      lagMs: it.PRINT_SERVICE_LAG_SECONDS * 1000,
    },
  };
}

function checkRedisUrl(value: string, ctx: z.RefinementCtx): void {
  try {
    readRedisUrl(value);
  } catch (error) {
    if (!(error instanceof RedisUrlError)) throw error;
    ctx.addIssue({ code: "custom", message: `${error.message} Example: redis://host:6379` });
  }
}

interface Keys {
  /** The first encrypts, all of them decrypt. */
  encryptionKeys: [EncryptionKey, ...EncryptionKey[]];
  /** Keys the hashes; undefined: the only encrypting key does. */
  hashKey: Uint8Array | undefined;
}

/** The entry that keys the hashes and encrypts nothing. */
const HASH_KEY_ID = "hash";

const NO_HASH_KEY =
  "holds several keys and no entry hash:…, so the hash key may have changed and sent orders may be printed again. Set only " +
  "the key that was the only one, or the last, before; run `npm run keys:hash`; append what it prints to all keys.";

/** `base64`, or `id:base64,id:base64` while keys are rotated, and `hash:base64` once. A bare key has the id k1. */
function readKeys(value: string, ctx: z.RefinementCtx): Keys {
  const fail = (message: string): never => {
    ctx.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const keys: EncryptionKey[] = [];
  for (const part of value.split(",").map((piece) => piece.trim())) {
    const [, id, encoded] = /^(?:([A-Za-z0-9_-]{1,32}):)?([A-Za-z0-9+/]{43}=)$/.exec(part) ?? [];
    if (!encoded) return fail("has to hold 32 bytes in base64, or several as id:base64,id:base64.");
    keys.push({ id: id ?? "k1", key: Buffer.from(encoded, "base64") });
  }
  if (new Set(keys.map((key) => key.id)).size < keys.length) return fail("names one key id twice.");
  const [first, ...others] = keys.filter(({ id }) => id !== HASH_KEY_ID);
  if (!first) return fail("holds no key that encrypts.");
  const hashKey = keys.find(({ id }) => id === HASH_KEY_ID)?.key;
  // Nothing would tell which of them keys the hashes: the order of the entries may have changed.
  if (others.length > 0 && !hashKey) return fail(NO_HASH_KEY);
  return { encryptionKeys: [first, ...others], hashKey };
}

let read: Env | undefined;

/** The settings of this process, read once. @throws EnvError */
export function env(): Env {
  return (read ??= readEnv(process.env));
}
