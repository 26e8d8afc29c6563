import { wallTime } from "../../settings/wall-time.ts";
import { BUCKET_OF, BUCKETS, type Bucket } from "./buckets.ts";
import type { Ledger } from "./reconcile.ts";
import { writeCsv } from "./csv.ts";
import type { LedgerRow } from "./rows.ts";
import { BUCKET_LABELS, WHY_WORDS } from "./copy.ts";

/** The columns, each with what it says of a row. */
const COLUMNS: readonly [title: string, text: (row: LedgerRow, timezone: string) => string][] = [
  ["Bucket", ({ why }) => BUCKET_LABELS[BUCKET_OF[why]]],
  ["Why", ({ why }) => WHY_WORDS[why]],
  ["Order", ({ order }) => order?.name ?? ""],
  ["Reference", ({ reference }) => reference],
  ["State here", ({ state }) => state ?? ""],
  ["Sent (UTC)", ({ sentAt }) => sentAt ?? ""],
  ["Sent (store's time)", ({ sentAt }, timezone) => (sentAt ? `${local(sentAt, timezone)} ${timezone}` : "")],
  ["Tracking numbers here", ({ parcels }) => parcels.map((parcel) => parcel.trackingNumber).join(" ")],
  ["Print service's order", ({ there }) => there?.serviceOrderId ?? ""],
  ["Entered (print service's clock)", ({ there }) => there?.enteredAt ?? ""],
  ["Items there", ({ there }) => there?.items.map((item) => `${item.quantity} × ${item.itemSku}`).join("; ") ?? ""],
  ["Status there", ({ there }) => [...new Set(there?.items.flatMap((item) => item.orderStatus ?? []))].join("; ")],
  ["Tracking numbers there", ({ there }) => there?.trackingNumbers.join(" ") ?? ""],
];

/** One bucket of a ledger, or all of them, as a CSV file. */
export function exportLedger(
  ledger: Ledger,
  bucket: Bucket | null,
  timezone: string,
): { fileName: string; text: string } {
  const buckets = bucket ? [bucket] : BUCKETS;
  const rows = buckets.flatMap((one) => ledger.buckets[one]);
  const { from, to } = ledger.range;
  return {
    fileName: `ledger-${(bucket ?? "all").replaceAll("_", "-")}-${from}-to-${to}.csv`,
    text: writeCsv([
      COLUMNS.map(([title]) => title),
      ...rows.map((row) => COLUMNS.map(([, text]) => text(row, timezone))),
    ]),
  };
}

const local = (iso: string, timezone: string): string => wallTime(new Date(iso), timezone).replace("T", " ");
