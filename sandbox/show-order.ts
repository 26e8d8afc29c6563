/** What the app answers about an order, as far as the sandbox's scripts show it. */
export interface ShownOrder {
  name: string;
  ignoredReason: string | null;
  lines: { title: string; quantity: number; remaining: number; eligibility: string; reason: string }[];
  submissions: {
    id: string;
    reference: string;
    kind: string;
    state: string;
    replaced: boolean;
    due: { at: string } | null;
    items: { itemSku: string; quantity: number }[];
    attempts: { number: number; outcome: string | null }[];
    parcels: { trackingNumber: string; state: string }[];
  }[];
  reasons: { code: string; message: string; fix: string; submissionId: string | null }[];
}

/** The open reasons of one submission; null: those of the order as a whole. */
const reasonsOf = (order: ShownOrder, submissionId: string | null): ShownOrder["reasons"] =>
  order.reasons.filter((one) => one.submissionId === submissionId);

const SETTLED_STATES = ["submitted", "in_production", "shipped", "fulfilled", "rejected", "uncertain", "cancelled"];

/** Whether only the print service or a person can change the order further. */
export function isSettled(order: ShownOrder): boolean {
  return order.submissions.every(
    (s) =>
      SETTLED_STATES.includes(s.state) ||
      (s.state === "waiting" && (reasonsOf(order, s.id).length > 0 || s.due !== null)),
  );
}

/**
 * The order for a person at a terminal: every line with its eligibility, every submission with its state and reasons.
 */
export function describe(order: ShownOrder): string[] {
  const out = [`Order ${order.name}${order.ignoredReason ? ` is ignored (${order.ignoredReason})` : ""}`];
  for (const line of order.lines) {
    const eligibility = line.eligibility === "printable" ? "printable" : "excluded ";
    out.push(
      `  line  ${eligibility}  ${line.quantity} × ${line.title} (${line.reason}; ${line.remaining} to be fulfilled)`,
    );
  }
  for (const s of order.submissions) {
    const items = s.items.map((i) => `${i.quantity} × ${i.itemSku || "no SKU yet"}`).join(", ");
    out.push(`  ${s.kind} submission ${s.reference}: ${s.state}${s.replaced ? " (replaced)" : ""}; ${items}`);
    for (const a of reasonsOf(order, s.id)) out.push(`    ${a.code}: ${a.message} ${a.fix}`);
    for (const p of s.parcels) out.push(`    parcel ${p.trackingNumber}: ${p.state}`);
  }
  if (order.submissions.length === 0) out.push("  nothing to send");
  for (const a of reasonsOf(order, null)) out.push(`  ${a.code}: ${a.message} ${a.fix}`);
  return out;
}
