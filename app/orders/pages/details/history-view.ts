import type { Actor } from "../../core/history.ts";
import type { NameOf } from "./subject-names.ts";
import type { OrderRow } from "./read-order-row.ts";

export interface HistoryView {
  id: string;
  at: string;
  code: string;
  actor: Actor;
  /** The reference of the submission that it is about. */
  reference: string | null;
  /** The line, parcel or SKU that it is about. */
  about: string | null;
  /** What the line of history adds to its code: codes only. */
  data: Record<string, string>;
  /** How often it happened, one after the other; `at` is the last time. */
  times: number;
}

/** What happened with an order, the newest first; look-ups that follow each other with the same outcome are one line. */
export function historyViews(order: OrderRow, nameOf: NameOf): HistoryView[] {
  const all = [...order.history.map((row) => fromHistory(order, row, nameOf)), ...fromLookups(order)];
  // Both parts are sorted, and the sort is stable: what happened at one instant keeps its order.
  all.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return all.reduce<HistoryView[]>((lines, one) => {
    const last = lines.at(-1);
    if (last && one.code.startsWith("lookup.") && one.code === last.code && one.reference === last.reference) {
      last.times += 1;
      return lines;
    }
    return [...lines, one];
  }, []);
}

function fromHistory(order: OrderRow, row: OrderRow["history"][number], nameOf: NameOf): HistoryView {
  const texts = Object.entries(row.data ?? {}).filter(([, value]) => typeof value === "string");
  const data = Object.fromEntries(texts) as Record<string, string>;
  return {
    id: row.id,
    at: row.at.toISOString(),
    code: row.code,
    actor: row.actor as Actor,
    reference: order.submissions.find((one) => one.id === row.submissionId)?.reference ?? null,
    about: nameOf(data["parcel"] ?? data["subject"] ?? ""),
    data,
    times: 1,
  };
}

/** A look that goes as far as the list says what came of it: the question by reference before it is told with the evidence. */
function fromLookups(order: OrderRow): HistoryView[] {
  return order.submissions.flatMap(({ reference, lookups }) =>
    lookups
      .filter(({ kind, result }) => kind === "list_scan" || result === "found")
      .map(({ id, at, result }) => ({
        id,
        at: at.toISOString(),
        code: `lookup.${result}`,
        actor: "system" as const,
        reference,
        about: null,
        data: {},
        times: 1,
      })),
  );
}
