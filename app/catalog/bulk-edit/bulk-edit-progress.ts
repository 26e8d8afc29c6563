import type { PrismaClient } from "@prisma/client";
import type { BulkEditId } from "../../ports/ids.ts";
import type { Progress } from "../../ports/progress.ts";

/** The progress of a bulk edit by its variants. Once staff stopped the edit, only its orders are still woken. */
export async function readBulkEditProgress({ db }: { db: PrismaClient }, id: BulkEditId): Promise<Progress | null> {
  const edit = await db.bulkEdit.findUnique({ where: { id }, select: { state: true } });
  if (!edit) return null;
  const total = await db.bulkEditVariant.count({ where: { editId: id } });
  const pending = await db.bulkEditVariant.count({ where: { editId: id, outcome: "pending" } });
  return { done: total - pending, total, ended: edit.state === "done" };
}
