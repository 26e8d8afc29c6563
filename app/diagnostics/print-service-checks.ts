import type { Shop } from "../../prisma/client/client.ts";
import { readWebhooksOverview } from "../print-accounts/webhooks/webhook-status.ts";
import { testAccount, type AccountTest } from "../settings-page/test-account.ts";
import type { DiagnosticsContext } from "./context.ts";
import { OK, type ShopFinding } from "./findings.ts";

type Connection = "not_connected" | "practice" | "live";

async function connectionOf({ db }: DiagnosticsContext, { printAccountId: id }: Shop): Promise<Connection> {
  const account = id && (await db.printAccount.findUnique({ where: { id }, select: { kind: true } }));
  return account ? account.kind : "not_connected";
}

/** The two findings of one connection test: print-service: getToken, listOrders, getOrder. */
export function printAccountChecks(ctx: DiagnosticsContext, shop: Shop) {
  const tested = connectionOf(ctx, shop).then(async (connection) => ({
    connection,
    test: connection === "live" ? await testAccount(ctx, shop) : null,
  }));
  // Each check awaits it by itself; a failure before that is nobody's.
  tested.catch(() => undefined);
  return {
    print_service: async (): Promise<ShopFinding<"print_service">> => {
      const { connection, test } = await tested;
      return test ? serviceFinding(test) : notLive(connection);
    },
    print_account: async (): Promise<ShopFinding<"print_account">> => {
      const { connection, test } = await tested;
      return test ? accountFinding(test) : notLive(connection);
    },
  };
}

function notLive(connection: Connection) {
  if (connection === "practice") return { tone: "off", problem: "practice" } as const;
  return { tone: "failed", problem: "not_connected" } as const;
}

function serviceFinding({ steps, problem }: AccountTest): ShopFinding<"print_service"> {
  if (problem?.kind === "setting") return { tone: "failed", problem: "wrong_setting", names: [problem.setting] };
  return steps.some(({ result }) => result === "unavailable") ? { tone: "failed", problem: "unavailable" } : OK;
}

function accountFinding({ steps, problem }: AccountTest): ShopFinding<"print_account"> {
  const [token, orders] = steps;
  if (token?.result === "rejected") return { tone: "failed", problem: "rejected" };
  if (problem?.kind === "unreadable" && orders?.result === "rejected") return { tone: "failed", problem: "unreadable" };
  return token?.result === "fine" && orders?.result === "fine" ? OK : { tone: "unknown" };
}

/** The registrations at the print service; the worse of the two kinds (webhook-status.ts). */
export async function checkPrintWebhooks(ctx: DiagnosticsContext, shop: Shop): Promise<ShopFinding<"print_webhooks">> {
  const connection = await connectionOf(ctx, shop);
  if (connection !== "live") return notLive(connection);
  const webhooks = (await readWebhooksOverview(ctx, shop))?.webhooks ?? [];
  const seen = new Set(webhooks.map(({ state, foreignKept }) => (state === "other" && foreignKept ? "kept" : state)));
  const problem = (["none", "other", "other_key"] as const).find((state) => seen.has(state));
  if (problem) return { tone: "failed", problem };
  if (seen.has("unknown")) return { tone: "unknown" };
  return webhooks.some(({ active }) => active === false) ? { tone: "warning", problem: "off" } : OK;
}
