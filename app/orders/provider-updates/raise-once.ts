import type { Prisma } from "@prisma/client";
import type { AttentionCode } from "../core/attention.ts";
import { raise } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import type { SeenBy } from "./find-by-reference.ts";

export interface Problem {
  shopId: string;
  orderId: string;
  submissionId: string;
  code: AttentionCode;
  subject: string;
  basis: string;
  /** Merged into what the open reason holds already. */
  detail: (open: Prisma.JsonObject | null) => Prisma.InputJsonObject;
  deliveryId: string | null;
  seenBy: SeenBy;
  /** A line's status has just become this; false: it was so before. */
  changed: boolean;
}

/**
 * Raises what the service reports, but not again what was answered: events repeat, and the list shows the same status for weeks.
 * A list row opens a reason only, it adds nothing to an open one: the event has the service's words. Needs the order's lock.
 * Returns whether it was raised.
 */
export async function raiseReported(tx: Tx, ctx: OrdersContext, problem: Problem): Promise<boolean> {
  const { detail, seenBy, changed, ...wanted } = problem;
  const { orderId, submissionId, code, subject } = wanted;
  const rows = await tx.attention.findMany({ where: { orderId, submissionId, code, subject } });
  const open = rows.find((row) => row.clearedAt === null);
  const answered = rows.some((row) => row.clearedAt !== null && (seenBy !== "event" || row.basis === wanted.basis));
  if (open ? seenBy !== "event" : answered && !changed) return false;
  await raise(tx, ctx, { ...wanted, detail: detail(open ? (open.detail as Prisma.JsonObject) : null) });
  return true;
}
