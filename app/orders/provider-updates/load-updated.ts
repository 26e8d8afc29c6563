import { Prisma, type PrintAccount } from "../../../prisma/client/client.ts";
import { canWrite } from "../../ports/print-service.ts";
import type { Tx } from "../../database/sql.ts";
import type { OrderId, PrintAccountId, SubmissionId } from "../../ports/ids.ts";
import { readSettings, type ShopSettings } from "../../settings/settings.ts";
import { changeLoaded } from "../core/change-orders.ts";
import { lockAndLoad } from "../core/load-rows.ts";
import type { OrderRows } from "../core/order-rows.ts";

/** A submission of which the print service says something, with what decides besides the rows of its order. */
export interface UpdatedSubmission {
  id: SubmissionId;
  orderId: OrderId;
  reference: string;
  /** Of its shop. */
  rule: ShopSettings["fulfillWhen"];
  /** Its shop has orders paid automatically, and its account can be told to. */
  paysAutomatically: boolean;
  /** Shared by the submissions that are decided on together: each sees what those before have noted. */
  account: UpdatedAccount | null;
}

type UpdatedAccount = Pick<PrintAccount, "id" | "kind" | "reportsShipping">;

/** Submissions with the rows of their orders, as they are under the locks. */
interface LoadedUpdates {
  orders: OrderRows[];
  /** Also those of orders that were left out because another transaction has locked them. */
  submissions: UpdatedSubmission[];
}

type Row = Pick<UpdatedSubmission, "id" | "orderId" | "reference"> & {
  printAccountId: PrintAccountId | null;
  settings: unknown;
} & Pick<PrintAccount, "kind" | "reportsShipping" | "interfaceVersion">;

/** Locks the orders of the submissions `x` that meet a condition, and loads what decides on an update of them. */
export async function loadUpdated(tx: Tx, condition: Prisma.Sql, { skipLocked = false } = {}): Promise<LoadedUpdates> {
  const ofOrders = Prisma.sql`"id" IN (SELECT x."orderId" FROM "Submission" x WHERE ${condition})`;
  const [orders, rows] = await Promise.all([
    lockAndLoad(tx, ofOrders, { skipLocked }),
    tx.query<Row>`
      SELECT x."id", x."orderId", x."reference", x."printAccountId", s."settings", a."kind", a."reportsShipping",
        a."interfaceVersion"
      FROM "Submission" x JOIN "Shop" s ON s."id" = x."shopId" LEFT JOIN "PrintAccount" a ON a."id" = x."printAccountId"
      WHERE ${condition}`,
  ]);
  const accounts = new Map<PrintAccountId, UpdatedAccount>();
  for (const { printAccountId: id, kind, reportsShipping } of rows)
    if (id && !accounts.has(id)) accounts.set(id, { id, kind, reportsShipping });
  const submissions = rows.map(({ id, orderId, reference, printAccountId, settings, kind, interfaceVersion }) => {
    const account = printAccountId && (accounts.get(printAccountId) ?? null);
    const { fulfillWhen: rule, automaticPayment } = readSettings(settings);
    const canPay = account !== null && canWrite({ kind, interfaceVersion }, "pay");
    return { id, orderId, reference, rule, paysAutomatically: canPay && automaticPayment.perDay !== null, account };
  });
  return { orders, submissions };
}

/** Decides on each item in turn, and saves what differs. null: another transaction has locked the order. */
export async function changeUpdated<Item extends { submission: UpdatedSubmission }, Result>(
  tx: Tx,
  { orders, submissions }: LoadedUpdates,
  items: readonly Item[],
  change: (rows: OrderRows, item: Item) => Result,
): Promise<(Result | null)[]> {
  const accounts = new Set(submissions.flatMap(({ account }) => account ?? []));
  const known = new Map([...accounts].map((account) => [account, account.reportsShipping]));
  const ofOrders = items.map((item) => ({ item, orderId: item.submission.orderId }));
  const results = await changeLoaded(tx, orders, ofOrders, (rows, { item }) => change(rows, item));
  const noted = [...accounts].filter((account) => account.reportsShipping !== known.get(account));
  if (noted.length > 0) await saveReports(tx, noted);
  return results;
}

/** That an account reports what ships outweighs that it seems not to. The rows are locked in the order of their ids. */
async function saveReports(tx: Tx, accounts: readonly UpdatedAccount[]): Promise<void> {
  await tx.execute`
    UPDATE "PrintAccount" a SET "reportsShipping" = x."reportsShipping" FROM (
      SELECT p."id", i."reportsShipping" FROM jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
        AS i("id" uuid, "reportsShipping" boolean)
      JOIN "PrintAccount" p ON p."id" = i."id" ORDER BY p."id" FOR NO KEY UPDATE OF p) x
    WHERE a."id" = x."id" AND (x."reportsShipping" OR a."reportsShipping" IS NULL)`;
}
