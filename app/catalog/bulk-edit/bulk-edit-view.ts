import type { BulkEditOutcome, BulkEditState, PrismaClient } from "../../../prisma/client/client.ts";
import type { BulkEditId, ShopId } from "../../ports/ids.ts";
import { bulkActionSchema, type BulkActionKind } from "./bulk-actions.ts";

/** What a page shows of a shop's bulk edit. */
export interface BulkEditView {
  id: BulkEditId;
  kind: BulkActionKind;
  state: BulkEditState;
  /** Staff stopped it: pending variants stay as they were. */
  stopped: boolean;
  total: number;
  /** Variants by what became of them. */
  variants: Record<BulkEditOutcome, number>;
  wokenOrders: number;
}

const NONE: Readonly<Record<BulkEditOutcome, number>> = {
  ...{ pending: 0, changed: 0, not_mapped: 0, mapped: 0, product_marked: 0 },
  ...{ unchanged: 0, no_value: 0, not_printed: 0, not_printable: 0, rejected: 0, outdated: 0 },
};

type Db = { db: PrismaClient };

/** The bulk edit of a shop; null without one. */
export async function readBulkEdit({ db }: Db, shopId: ShopId): Promise<BulkEditView | null> {
  const edit = await db.bulkEdit.findUnique({ where: { shopId } });
  if (!edit) return null;
  const { id, state, wokenOrders } = edit;
  const stopped = edit.stoppedAt !== null;
  const groups = await db.bulkEditVariant.groupBy({ by: ["outcome"], where: { editId: id }, _count: true });
  const variants = { ...NONE };
  for (const { outcome, _count } of groups) variants[outcome] = _count;
  const total = groups.reduce((sum, { _count }) => sum + _count, 0);
  return { id, kind: bulkActionSchema.parse(edit.action).kind, state, stopped, total, variants, wokenOrders };
}

/** Forgets a finished bulk edit. */
export async function dismissBulkEdit({ db }: Db, shopId: ShopId, id: BulkEditId): Promise<void> {
  await db.bulkEdit.deleteMany({ where: { id, shopId, state: "done" } });
}
