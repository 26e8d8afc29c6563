import { writeCsv } from "../../csv/write-csv.ts";
import { wallTime } from "../../settings/wall-time.ts";
import { BUCKET_OF, BUCKETS, type Bucket } from "./buckets.ts";
import type { Reconciliation } from "./reconcile.ts";
import type { ReconciliationRow } from "./rows.ts";
import { BUCKET_LABELS, REASON_TEXT } from "./copy.ts";

/** What a file says of the shop: its time zone, IANA, and the kind of its print account. */
interface ExportShop {
  timezone: string;
  account: "live" | "practice";
}

/** The columns: the title, and the text of a row. */
const COLUMNS: readonly [title: string, text: (row: ReconciliationRow, shop: ExportShop) => string][] = [
  ["Bucket", ({ why }) => BUCKET_LABELS[BUCKET_OF[why]]],
  ["Difference", ({ why }) => REASON_TEXT[why]],
  ["Order", ({ order }) => order?.name ?? ""],
  ["Reference", ({ reference }) => reference],
  ["Status in Inkbridge", ({ state }) => state ?? ""],
  ["Sent (UTC)", ({ sentAt }) => sentAt ?? ""],
  ["Sent (store time)", ({ sentAt }, { timezone }) => (sentAt ? `${shopTime(sentAt, timezone)} ${timezone}` : "")],
  ["Tracking numbers in Inkbridge", ({ parcels }) => parcels.map((parcel) => parcel.trackingNumber).join(" ")],
  ["Print service order number", ({ providerOrder }) => providerOrder?.serviceOrderId ?? ""],
  ["Created (print service time)", ({ providerOrder }) => providerOrder?.enteredAt ?? ""],
  [
    "Items at print service",
    ({ providerOrder }) => providerOrder?.items.map((item) => `${item.quantity} × ${item.itemSku}`).join("; ") ?? "",
  ],
  [
    "Status at print service",
    ({ providerOrder }) => [...new Set(providerOrder?.items.flatMap((item) => item.orderStatus ?? []))].join("; "),
  ],
  ["Tracking numbers at print service", ({ providerOrder }) => providerOrder?.trackingNumbers.join(" ") ?? ""],
  ["Print account", (_, { account }) => ACCOUNT_LABELS[account]],
];

const ACCOUNT_LABELS = { live: "Print service", practice: "Practice account: nothing is printed" } as const;

/** One bucket of a reconciliation, or all of them, as a CSV file. */
export function exportReconciliation(
  reconciliation: Reconciliation,
  bucket: Bucket | null,
  shop: ExportShop,
): { fileName: string; text: string } {
  const buckets = bucket ? [bucket] : BUCKETS;
  const rows = buckets.flatMap((one) => reconciliation.buckets[one]);
  const { from, to } = reconciliation.range;
  return {
    fileName: `${shop.account === "practice" ? "practice-" : ""}reconciliation-${(bucket ?? "all").replaceAll("_", "-")}-${from}-to-${to}.csv`,
    text: writeCsv([COLUMNS.map(([title]) => title), ...rows.map((row) => COLUMNS.map(([, text]) => text(row, shop)))]),
  };
}

const shopTime = (iso: string, timezone: string): string => wallTime(new Date(iso), timezone).replace("T", " ");
