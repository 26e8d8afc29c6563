import { guardFormula } from "../../csv/guard-cell.ts";
import { STATE_NAMES } from "../core/state-names.ts";
import { wallTime } from "../../settings/wall-time.ts";
import { BUCKET_OF, BUCKETS, type Bucket } from "./buckets.ts";
import type { Reconciliation } from "./reconcile.ts";
import type { ReconciliationRow } from "./rows.ts";
import { ACCOUNT_LABELS, BUCKET_LABELS, EXPORT_COLUMNS, REASON_TEXT } from "./copy.ts";

/** What a file says of the shop: its time zone, IANA, and the kind of its print account. */
interface ExportShop {
  timezone: string;
  account: "live" | "practice";
}

/** The columns: the title, and the text of a row. */
const COLUMNS: readonly [title: string, text: (row: ReconciliationRow, shop: ExportShop) => string][] = [
  [EXPORT_COLUMNS.bucket, ({ why }) => BUCKET_LABELS[BUCKET_OF[why]]],
  [EXPORT_COLUMNS.difference, ({ why }) => REASON_TEXT[why]],
  [EXPORT_COLUMNS.order, ({ order }) => order?.name ?? ""],
  [EXPORT_COLUMNS.reference, ({ reference }) => reference],
  [EXPORT_COLUMNS.state, ({ state }) => (state ? STATE_NAMES[state] : "")],
  [EXPORT_COLUMNS.sent, ({ sentAt }) => sentAt ?? ""],
  [
    EXPORT_COLUMNS.sentStoreTime,
    ({ sentAt }, { timezone }) => (sentAt ? `${shopTime(sentAt, timezone)} ${timezone}` : ""),
  ],
  [EXPORT_COLUMNS.tracking, ({ parcels }) => parcels.map((parcel) => parcel.trackingNumber).join(" ")],
  [EXPORT_COLUMNS.providerOrder, ({ providerOrder }) => providerOrder?.serviceOrderId ?? ""],
  [EXPORT_COLUMNS.created, ({ providerOrder }) => providerOrder?.enteredAt ?? ""],
  [
    EXPORT_COLUMNS.items,
    ({ providerOrder }) => providerOrder?.items.map((item) => `${item.quantity} × ${item.itemSku}`).join("; ") ?? "",
  ],
  [
    EXPORT_COLUMNS.providerStatus,
    ({ providerOrder }) => [...new Set(providerOrder?.items.flatMap((item) => item.orderStatus ?? []))].join("; "),
  ],
  [EXPORT_COLUMNS.providerTracking, ({ providerOrder }) => providerOrder?.trackingNumbers.join(" ") ?? ""],
  [EXPORT_COLUMNS.account, (_, { account }) => ACCOUNT_LABELS[account]],
];

/** One bucket of a reconciliation, or all of them, as a CSV file. */
export function exportReconciliation(
  reconciliation: Reconciliation,
  bucket: Bucket | null,
  shop: ExportShop,
): { fileName: string; batches: string[][][] } {
  const buckets = bucket ? [bucket] : BUCKETS;
  const rows = buckets.flatMap((one) => reconciliation.buckets[one]);
  const { from, to } = reconciliation.range;
  return {
    fileName: `${shop.account === "practice" ? "practice-" : ""}reconciliation-${(bucket ?? "all").replaceAll("_", "-")}-${from}-to-${to}.csv`,
    batches: [
      [COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, text]) => guardFormula(text(row, shop))))],
    ],
  };
}

const shopTime = (iso: string, timezone: string): string => wallTime(new Date(iso), timezone).replace("T", " ");
