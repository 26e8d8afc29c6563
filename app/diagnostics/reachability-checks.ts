import type { PrismaClient } from "../../prisma/client/client.ts";
import { connectionFailureOf, type ConnectionFailure } from "../ports/transport.ts";
import type { Clock } from "../ports/clock.ts";
import { unreadSince } from "../shops/access.ts";
import { OK, type SystemFinding } from "./findings.ts";

const ADDRESS_TIMEOUT_MS = 10_000;
/** Of an answer, in characters. */
const SHORT = 1_000;
/** Orders are read every 10 minutes. */
const UNREAD_LIMIT_MS = 60 * 60_000;
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
export async function checkShopify({
  db,
  clock,
}: {
  db: PrismaClient;
  clock: Clock;
}): Promise<SystemFinding<"shopify">> {
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
export async function checkPrintServiceAddress({
  printServiceUrl,
}: {
  printServiceUrl: string;
}): Promise<SystemFinding<"print_service">> {
  const answer = await ask(printServiceUrl);
  if ("failure" in answer) return { tone: "failed", problem: answer.failure };
  return answer.status < 500 ? OK : { tone: "failed", problem: "unavailable" };
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
