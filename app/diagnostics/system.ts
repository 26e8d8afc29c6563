import type { PrismaClient } from "../../prisma/client/client.ts";
import type pg from "pg";
import { ciphertextSql, columnName, ENCRYPTED_COLUMNS, type EncryptedColumn } from "../encryption/encrypted-columns.ts";
import { hashKeyMark, type Encryptor } from "../encryption/encryptor.server.ts";
import { assertDurable, UnsafeDatabaseError } from "../database/pool.ts";
import type { SqlClient } from "../database/sql.ts";
import { countOverdueWork } from "../orders/core/due-work.ts";
import { HOUR_MS, MINUTE_MS, type Clock } from "../ports/clock.ts";
import type { Notifier } from "../ports/notify.ts";
import {
  OK,
  runChecks,
  SYSTEM_CHECKS,
  type SystemFinding,
  type SystemResult,
  type CheckFunctions,
} from "./findings.ts";
import { connectionFailureOf, type ConnectionFailure } from "../ports/transport.ts";
import { unreadSince } from "../shops/access.ts";

/** What the checks of the installation get from outside. */
export interface SystemContext {
  db: PrismaClient;
  sql: SqlClient;
  pool: pg.Pool;
  /** The clock of the database, by which all times are kept. */
  clock: Clock;
  /** The clock of this machine. */
  machineClock: Clock;
  encryptor: Encryptor;
  databaseAllowUnsafe: Parameters<typeof assertDurable>[1];
  /** What Redis does when its memory is full, or what keeps Redis from taking jobs. */
  readRedisAccess(): Promise<{ evictionPolicy: string } | Exclude<(typeof SYSTEM_CHECKS)["redis"][number], "evicts">>;
  /** Names of the migrations that this version needs. */
  migrations: readonly string[];
  /** Where browsers and other systems reach the app. */
  appUrl: string;
  printServiceUrl: string;
  checkEmail: Notifier["checkEmail"];
}

/** Several beats of a worker (docs/reference/periodic-jobs.md). */
const HEARTBEAT_LIMIT_MS = MINUTE_MS;
/** Tokens are valid for minutes; webhooks of Shopify carry times. */
const CLOCK_LIMIT_MS = 5_000;

type InnerContext = Omit<SystemContext, "migrations" | "appUrl" | "printServiceUrl" | "checkEmail">;

/** The checks of what belongs to the installation: nobody outside is asked. */
function innerChecks(ctx: InnerContext) {
  return {
    redis: () => checkRedis(ctx),
    workers: () => checkWorkers(ctx),
    queues: () => checkQueues(ctx),
    clock: () => checkClock(ctx),
    encryption_key: () => checkEncryptionKey(ctx),
  };
}

/** What a page asks: quick, and without a request to anybody. */
export async function diagnoseInside(ctx: InnerContext): Promise<SystemResult[]> {
  return (await runChecks<string>(ctx.clock, innerChecks(ctx))) as SystemResult[];
}

/** Every check of the installation, for its operator. */
export async function diagnoseSystem(ctx: SystemContext): Promise<SystemResult[]> {
  const checks: CheckFunctions<typeof SYSTEM_CHECKS> = {
    database: () => checkDatabase(ctx),
    ...innerChecks(ctx),
    address: () => checkAddress(ctx),
    shopify: () => checkShopify(ctx),
    print_service: () => checkPrintServiceAddress(ctx),
    email: () => checkMailServer(ctx),
  };
  return (await runChecks<string>(ctx.clock, checks)) as SystemResult[];
}

async function checkDatabase(ctx: SystemContext): Promise<SystemFinding<"database">> {
  try {
    await assertDurable(ctx.pool, ctx.databaseAllowUnsafe);
  } catch (error) {
    return { tone: "failed", problem: error instanceof UnsafeDatabaseError ? "not_durable" : "unavailable" };
  }
  const applied = await appliedMigrations(ctx.pool);
  const names = ctx.migrations.filter((name) => !applied.has(name));
  if (names.length > 0) return { tone: "failed", problem: "migrations_missing", names };
  const { rows } = await ctx.pool.query<{ commit: string }>(`SELECT current_setting('synchronous_commit') AS "commit"`);
  return rows[0]?.commit === "on" ? OK : { tone: "failed", problem: "late_commits" };
}

/** Empty for a database that no migration made. */
async function appliedMigrations(pool: pg.Pool): Promise<Set<string>> {
  const { rows: tables } = await pool.query(`SELECT 1 WHERE to_regclass('"_prisma_migrations"') IS NOT NULL`);
  if (tables.length === 0) return new Set();
  const { rows } = await pool.query<{ name: string }>(
    `SELECT "migration_name" AS "name" FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function checkRedis(ctx: Pick<SystemContext, "readRedisAccess">): Promise<SystemFinding<"redis">> {
  const access = await ctx.readRedisAccess();
  if (access === "policy_forbidden" || access === "slow") return { tone: "warning", problem: access };
  if (typeof access === "string") return { tone: "failed", problem: access };
  const { evictionPolicy } = access;
  return evictionPolicy === "noeviction" ? OK : { tone: "failed", problem: "evicts", names: [evictionPolicy] };
}

async function checkWorkers({ db, clock }: Pick<SystemContext, "db" | "clock">): Promise<SystemFinding<"workers">> {
  const beat = await db.heartbeat.findFirst({ select: { at: true } });
  if (!beat) return { tone: "failed", problem: "never" };
  const silentMs = clock.now().getTime() - beat.at.getTime();
  if (silentMs < HEARTBEAT_LIMIT_MS) return OK;
  return { tone: "failed", problem: "silent", count: Math.round(silentMs / 1000) };
}

async function checkQueues(ctx: Pick<SystemContext, "sql" | "clock">): Promise<SystemFinding<"queues">> {
  const count = await countOverdueWork(ctx, null);
  return count === 0 ? OK : { tone: "warning", problem: "delayed", count };
}

async function checkClock(
  ctx: Pick<SystemContext, "pool" | "clock" | "machineClock">,
): Promise<SystemFinding<"clock">> {
  // Without the database, its clock is that of the machine.
  await ctx.pool.query("SELECT 1");
  const differenceMs = Math.abs(ctx.clock.now().getTime() - ctx.machineClock.now().getTime());
  if (differenceMs <= CLOCK_LIMIT_MS) return OK;
  return { tone: "failed", problem: "differs", count: Math.round(differenceMs / 1000) };
}

/** The hash key, and one value of each encrypted column: a key that is missing in CREDENTIALS_KEY shows. */
async function checkEncryptionKey(
  ctx: Pick<SystemContext, "db" | "pool" | "encryptor">,
): Promise<SystemFinding<"encryption_key">> {
  const beat = await ctx.db.heartbeat.findFirst({ select: { hashKeyMark: true } });
  const readable = await Promise.all(ENCRYPTED_COLUMNS.map((column) => isReadable(ctx, column)));
  const names = ENCRYPTED_COLUMNS.filter((_, index) => !readable[index]).map(columnName);
  if (names.length > 0) return { tone: "failed", problem: "unreadable", names };
  const changed = beat?.hashKeyMark && beat.hashKeyMark !== hashKeyMark(ctx);
  return changed ? { tone: "failed", problem: "hash_key_changed" } : OK;
}

async function isReadable(
  { pool, encryptor }: Pick<SystemContext, "pool" | "encryptor">,
  column: EncryptedColumn,
): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; ciphertext: Buffer | null }>(
    `SELECT "id"::text AS "id", ${ciphertextSql(column)} AS "ciphertext" FROM "${column.table}"
     WHERE "${column.column}" IS NOT NULL LIMIT 1`,
  );
  const [row] = rows;
  if (!row) return true;
  try {
    if (row.ciphertext) encryptor.decrypt(row.ciphertext, column.context(row.id));
    return row.ciphertext !== null;
  } catch {
    return false;
  }
}

const ADDRESS_TIMEOUT_MS = 10_000;
/** Of an answer, in characters. */
const SHORT = 1_000;
/** Orders are read every 10 minutes. */
const UNREAD_LIMIT_MS = HOUR_MS;
/** Shops that a finding names. */
const MAX_NAMES = 5;

/** As the outside sees it: through the name, the proxy and its certificate. */
export async function checkAddress({ appUrl }: { appUrl: string }): Promise<SystemFinding<"address">> {
  if (!appUrl.startsWith("https://")) return { tone: "failed", problem: "not_https" };
  const answer = await ask(`${appUrl}/healthz`);
  if ("failure" in answer) return { tone: "failed", problem: answer.failure };
  return answer.status === 200 && answer.text === "ok\n" ? OK : { tone: "failed", problem: "other_server" };
}

/** As the sweeps of the last hour found it: a request to Shopify is made for a shop, and is a check of that shop. */
async function checkShopify({ db, clock }: { db: PrismaClient; clock: Clock }): Promise<SystemFinding<"shopify">> {
  const refused = await db.shop.count({ where: { addressRefusedAt: { not: null }, uninstalledAt: null } });
  if (refused > 0) return { tone: "failed", problem: "address_refused", count: refused };
  const before = new Date(clock.now().getTime() - UNREAD_LIMIT_MS);
  const where = unreadSince(before);
  const count = await db.shop.count({ where });
  if (count === 0) return OK;
  const shops = await db.shop.findMany({ where, select: { domain: true }, orderBy: { id: "asc" }, take: MAX_NAMES });
  return { tone: "warning", problem: "shops_unread", count, names: shops.map(({ domain }) => domain) };
}

/** Any answer will do: the calls need credentials, which a shop's own check has. */
async function checkPrintServiceAddress({
  printServiceUrl,
}: {
  printServiceUrl: string;
}): Promise<SystemFinding<"print_service">> {
  const answer = await ask(printServiceUrl);
  if ("failure" in answer) return { tone: "failed", problem: answer.failure };
  return answer.status < 500 ? OK : { tone: "failed", problem: "unavailable" };
}

/** The mail server is one of the installation's settings: without it, shops are told by webhooks alone. */
async function checkMailServer({ checkEmail }: Pick<SystemContext, "checkEmail">): Promise<SystemFinding<"email">> {
  const problem = await checkEmail();
  if (problem === null) return OK;
  if (problem === "no_smtp") return { tone: "off", problem };
  const known = SYSTEM_CHECKS.email.find((one) => one === problem);
  return { tone: "failed", problem: known ?? "no_answer" };
}

type Asked = { status: number; text: string } | { failure: ConnectionFailure | "unreachable" };

async function ask(url: string): Promise<Asked> {
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(ADDRESS_TIMEOUT_MS) });
    const { status } = answer;
    if (status !== 200) return (void answer.body?.cancel(), { status, text: "" });
    return { status, text: await beginningOf(answer) };
  } catch (error) {
    return { failure: connectionFailureOf(error) ?? "unreachable" };
  }
}

/** Another server may answer without an end. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    text += read.value;
    if (text.length >= SHORT) break;
  }
  await reader?.cancel();
  return text.slice(0, SHORT);
}
