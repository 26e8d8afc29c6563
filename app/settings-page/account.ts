import type { SyncGapProblem } from "../../prisma/client/client.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { findOutage, type OutageContext, type ProviderOutage } from "../print-accounts/provider-outage.ts";
import { decryptCredentials, emailOf, hashLogin, normalizeLogin } from "../print-accounts/secrets.ts";
import { findTokenEnd } from "../print-accounts/recheck-refused.ts";
import type { ShopId, PrintAccountId } from "../ports/ids.ts";
import {
  INTERFACE_VERSIONS,
  serviceTime,
  type InterfaceVersion,
  type Login,
  type PrintServiceSetting,
  type ReadProblem,
} from "../ports/print-service.ts";
import type { ConnectionFailure } from "../ports/transport.ts";
import { RemoteError, RejectedError, UnauthorizedError } from "../ports/errors.ts";
import { callProvider } from "../print-accounts/webhooks/self-test.ts";
import { holdsFixedIn } from "../orders/core/attention.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import { connectPrintAccount, connectPracticeAccount } from "../print-accounts/print-accounts.ts";
import { beginComparison, needsComparison } from "./move-account.ts";
import { registerWebhooks } from "../print-accounts/webhooks/register-webhooks.ts";
import { obtainToken } from "../print-accounts/tokens.ts";
import { DAY_MS } from "../ports/clock.ts";

/** Orders sent since `from` may be unknown, so nothing is sent (orders/gap-recovery). `problem`: what stops the check. */
export interface AccountSyncGap {
  from: string;
  problem: SyncGapProblem | null;
}

/** A shop's print account as the settings show it. Times are ISO 8601, UTC. */
export type AccountView =
  | { state: "none" }
  | { state: "practice"; since: string | null; gap: AccountSyncGap | null }
  | ({
      state: "connected";
      since: string | null;
      gap: AccountSyncGap | null;
      outage: ProviderOutage | null;
      /** When the access token ends, once that is near. */
      tokenEndsAt: string | null;
    } & LiveAccount)
  | ({ state: "rejected"; refusedAt: string } & LiveAccount);

interface LiveAccount {
  /** null: connected with an access token. */
  email: string | null;
  version: InterfaceVersion;
}

/** A shop's print account without password and token. @throws DecryptionError */
export async function viewAccount(
  ctx: Pick<ShopsContext, "db" | "encryptor"> & OutageContext,
  shopId: ShopId,
): Promise<AccountView> {
  const shop = await ctx.db.shop.findUnique({ where: { id: shopId }, include: { printAccount: true } });
  if (!shop?.printAccount) return { state: "none" };
  const { kind, refusedAt, syncGapFrom, syncGapProblem } = shop.printAccount;
  const gap = syncGapFrom && { from: syncGapFrom.toISOString(), problem: syncGapProblem };
  const since = shop.connectedAt?.toISOString() ?? null;
  if (kind === "practice") return { state: "practice", since, gap };
  const live = {
    email: emailOf(decryptCredentials(ctx, shop.printAccount)),
    version: shop.printAccount.interfaceVersion,
  };
  if (refusedAt) return { state: "rejected", ...live, refusedAt: refusedAt.toISOString() };
  const tokenEndsAt = findTokenEnd(ctx, shop.printAccount);
  return { state: "connected", ...live, since, gap, outage: findOutage(ctx, shop.printAccount), tokenEndsAt };
}

export type ConnectResult =
  /** `registered`: the print service has this app's addresses. Otherwise a retry follows, or the merchant decides. */
  | { outcome: "connected"; registered: boolean; version: InterfaceVersion }
  /** Nothing is changed yet: another version of the interface, whose list is compared with the present one's first (move-account.ts). */
  | { outcome: "comparing"; version: InterfaceVersion }
  | { outcome: "rejected" }
  /** The service has no interface that takes such credentials, but another one. */
  | { outcome: "other_version"; version: InterfaceVersion }
  /** `connectionFailure`: why no connection came about; null: the service answered, or nothing is known. */
  | { outcome: "unavailable"; connectionFailure: ConnectionFailure | null }
  /** A setting of the process does not fit the print service. The credentials may be right. */
  | { outcome: "misconfigured"; setting: PrintServiceSetting }
  /** The credentials are right, but orders cannot be read now. */
  | ({ outcome: "unreadable" } & Unreadable);

type Unreadable = Omit<Extract<ReadProblem, { kind: "unreadable" }>, "kind">;

interface ConnectOptions {
  /** The version of the interface that a person wants. */
  through?: InterfaceVersion;
  note?: NoteAction;
}

/**
 * Connects a shop's print account, registers this app's webhooks and wakes the orders on hold for an account. The
 * account's orders must be readable, since lost updates would go unnoticed otherwise. New credentials for the shop's
 * present account are accepted anyway: its orders continue, and the sweeps report the failing reads. Where the shop has sent orders
 * through another version of the interface, both lists are compared first.
 */
export async function connectAccount(
  ctx: ShopActionsContext,
  shop: { id: ShopId; domain: string },
  input: Login,
  { through, note }: ConnectOptions = {},
): Promise<ConnectResult> {
  const credentials = normalizeLogin(input);
  const signedIn = await signIn(ctx, shop.id, credentials, through);
  if ("outcome" in signedIn) return signedIn;
  const { version, token } = signedIn;
  const readProblem = await checkOrderReads(ctx, version, token);
  if (readProblem?.kind === "setting") return { outcome: "misconfigured", setting: readProblem.setting };
  if (readProblem && !(await isOwnAccount(ctx, shop.id, credentials, version))) {
    return { outcome: "unreadable", call: readProblem.call, httpStatus: readProblem.httpStatus };
  }
  if (await needsComparison(ctx, shop.id, version)) {
    await beginComparison(ctx, shop.id, { credentials, version, token }, note);
    return { outcome: "comparing", version };
  }
  const known = await findReplaced(ctx, shop.id, { credentials, version, token });
  if (known === "unreadable") return { outcome: "unreadable", call: "detail", httpStatus: null };
  const account = await connectPrintAccount(ctx, shop.domain, credentials, token, { version, known, note });
  await ctx.wakeHeld(shop.id, holdsFixedIn("print_account"));
  const registered = await callProvider(() => registerWebhooks(ctx, account));
  return {
    ...{ outcome: "connected", version },
    registered: registered.outcome === "answered" && registered.value.skipped.length === 0,
  };
}

/** What can be sent as a header. */
export const ACCESS_TOKEN = /^[\x21-\x7e]{8,4000}$/;

interface SignedIn {
  version: InterfaceVersion;
  token: string;
}

/**
 * Finds the version of the interface that takes these credentials. An access token is of version 3. Email and password are tried with
 * version 1, unless the account is known to be of another, and with version 3 where the service has no version 1.
 */
async function signIn(
  ctx: ShopActionsContext,
  shopId: ShopId,
  credentials: Login,
  through: InterfaceVersion | undefined,
): Promise<SignedIn | ConnectResult> {
  const rows = await ctx.db.printAccount.findMany({
    where: { emailHash: { in: INTERFACE_VERSIONS.map((version) => hashLogin(ctx, credentials, version)) } },
    select: { interfaceVersion: true, shops: { where: { id: shopId }, select: { id: true } } },
    orderBy: { interfaceVersion: "asc" },
  });
  const known = rows.find(({ shops }) => shops.length > 0) ?? rows[0];
  const first = through ?? known?.interfaceVersion ?? ("accessToken" in credentials ? "v3" : "v1");
  const other = first === "v3" ? "v1" : "v3";
  const token = await requestToken(ctx, first, credentials);
  if (typeof token === "string") return { version: first, token };
  if (through) return told(ctx, token);
  if (token.outcome !== "misconfigured" || token.setting !== "PRINT_SERVICE_URL") return told(ctx, token);
  // Nothing at the address speaks this version.
  if ((await ctx.signIn[other].check.isThere()) !== true) return told(ctx, token);
  if (known || "accessToken" in credentials) return { outcome: "other_version", version: other };
  const otherToken = await requestToken(ctx, other, credentials);
  return typeof otherToken === "string" ? { version: other, token: otherToken } : told(ctx, otherToken);
}

function told(ctx: ShopActionsContext, result: ConnectResult): ConnectResult {
  if (result.outcome === "misconfigured") logWrongSetting(ctx, result.setting);
  return result;
}

async function requestToken(
  ctx: ShopActionsContext,
  version: InterfaceVersion,
  credentials: Login,
): Promise<string | ConnectResult> {
  const { fetchToken, check } = ctx.signIn[version];
  try {
    return await fetchToken(credentials);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const reason = await check.diagnoseToken(credentials, error);
    if (reason === "credentials") return { outcome: "rejected" };
    if (reason !== null) return { outcome: "misconfigured", setting: reason };
    return error instanceof RejectedError || error instanceof UnauthorizedError
      ? { outcome: "rejected" }
      : { outcome: "unavailable", connectionFailure: error.connectionFailure ?? null };
  }
}

async function isOwnAccount(
  ctx: ShopActionsContext,
  id: ShopId,
  credentials: Login,
  version: InterfaceVersion,
): Promise<boolean> {
  const emailHash = hashLogin(ctx, credentials, version);
  return (await ctx.db.shop.count({ where: { id, printAccount: { emailHash } } })) > 0;
}

/** One of them may have vanished at the service. */
const ORDERS_LOOKED_FOR = 5;

/**
 * The shop's present account, where a new access token is another one of it: the interface names no account, but shows the last orders
 * that were sent on it. An account of this shop alone, on which nothing was sent, has nothing to keep apart; one that may have an order of
 * which nobody knows has. null: another account.
 */
async function findReplaced(
  ctx: ShopActionsContext,
  shopId: ShopId,
  { credentials, version, token }: SignedIn & { credentials: Login },
): Promise<PrintAccountId | "unreadable" | null> {
  if (!("accessToken" in credentials)) return null;
  const emailHash = hashLogin(ctx, credentials, version);
  if (await ctx.db.printAccount.findUnique({ where: { emailHash }, select: { id: true } })) return null;
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId }, include: { printAccount: true } });
  const present = shop.printAccount;
  if (present?.kind !== "live" || present.interfaceVersion !== version) return null;
  if (emailOf(decryptCredentials(ctx, present)) !== null) return null;
  const sentOn = { printAccountId: present.id };
  const sent = await ctx.db.submission.findMany({
    where: { ...sentOn, sentAt: { not: null } },
    orderBy: [{ submittedAt: { sort: "desc", nulls: "last" } }, { sentAt: "desc" }],
    select: { reference: true },
    take: ORDERS_LOOKED_FOR,
  });
  if (sent.length === 0) {
    // Another shop's orders would go to an account that its staff never entered.
    const isShared = (await ctx.db.shop.count({ where: { ...sentOn, id: { not: shopId } } })) > 0;
    return isShared ? null : present.id;
  }
  try {
    for (const { reference } of sent) if (await ctx.signIn[version].check.shows(token, reference)) return present.id;
    return null;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return "unreadable";
  }
}

/** Connects a shop's practice account, and wakes the orders that it takes: those without an account, and held test orders. */
export async function connectPractice(ctx: ShopActionsContext, shop: { id: ShopId }, note?: NoteAction): Promise<void> {
  const account = await connectPracticeAccount(ctx, shop, note);
  await registerWebhooks(ctx, account);
  await ctx.wakeHeld(shop.id, [...holdsFixedIn("print_account"), "test_order"]);
}

type TestResult = "fine" | "rejected" | "unavailable";

/** The steps of a connection test with their results. A failed step is the last. */
export interface AccountTest {
  /** ISO 8601, UTC. */
  at: string;
  steps: { what: "token" | "orders"; result: TestResult; tookMs: number }[];
  /** What kept the connection from coming about, where that is known. */
  connectionFailure: ConnectionFailure | null;
  /** Why the orders cannot be read. */
  problem: ReadProblem | null;
}

/**
 * Tests a shop's print account with a new token (print-service: getToken), a page of the list (listOrders) and a detail
 * (getOrder); null without a live account. The orders of an account that is accepted again continue at once.
 */
export async function testAccount(
  ctx: ShopActionsContext,
  shop: { id: ShopId; printAccountId: PrintAccountId | null },
): Promise<AccountTest | null> {
  const where = { id: shop.printAccountId ?? undefined, kind: "live" } as const;
  const account = shop.printAccountId && (await ctx.db.printAccount.findFirst({ where }));
  if (!account) return null;
  const test: AccountTest = { at: ctx.clock.now().toISOString(), steps: [], connectionFailure: null, problem: null };
  const token = await measure(ctx, () => callProvider(() => obtainToken(ctx, account)));
  const { answer } = token;
  test.steps.push({
    what: "token",
    result: answer.outcome === "failed" ? answer.failure : "fine",
    tookMs: token.tookMs,
  });
  if (answer.outcome === "failed") return { ...test, connectionFailure: answer.connectionFailure ?? null };
  if (account.refusedAt) await ctx.wakeHeld(shop.id, ["print_account_rejected"]);
  const reading = await measure(ctx, () => checkOrderReads(ctx, account.interfaceVersion, answer.value));
  test.problem = reading.answer;
  test.steps.push({ what: "orders", result: resultOf(reading.answer), tookMs: reading.tookMs });
  return test;
}

function resultOf(problem: ReadProblem | null): TestResult {
  if (problem === null) return "fine";
  const status = problem.kind === "setting" ? 400 : (problem.httpStatus ?? 500);
  return status < 500 ? "rejected" : "unavailable";
}

async function measure<T>(ctx: ShopActionsContext, call: () => Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const start = ctx.clock.now().getTime();
  const answer = await call();
  return { answer, tookMs: ctx.clock.now().getTime() - start };
}

/**
 * Checks that the orders of an account can be read: a day of its list, and the detail of a reference that does not
 * exist.
 */
async function checkOrderReads(
  ctx: ShopActionsContext,
  version: InterfaceVersion,
  token: string,
): Promise<ReadProblem | null> {
  const now = ctx.clock.now();
  const to = serviceTime(now);
  const problem = await ctx.signIn[version].check.diagnoseReading(token, {
    from: serviceTime(new Date(now.getTime() - DAY_MS)),
    to,
    reference: `CHECK-${ctx.ids.code(16)}`,
    date: to.slice(0, 10),
  });
  if (problem?.kind === "setting") logWrongSetting(ctx, problem.setting);
  return problem;
}

/** For the operator: a merchant cannot change a setting of the process. */
function logWrongSetting(ctx: Pick<ShopActionsContext, "log">, setting: PrintServiceSetting): void {
  ctx.log.error({ setting }, "a setting does not fit the print service: no account can be connected");
}
