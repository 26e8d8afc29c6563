import type { PrismaClient } from "../../../prisma/client/client.ts";
import { countProgress } from "../../database/count-progress.ts";
import type { BulkEditId } from "../../ports/ids.ts";
import type { Progress } from "../../ports/progress.ts";

/** The progress of a bulk edit by its variants. Once staff stopped the edit, only its orders are still woken. */
export async function readBulkEditProgress({ db }: { db: PrismaClient }, id: BulkEditId): Promise<Progress | null> {
  const edit = await db.bulkEdit.findUnique({ where: { id }, select: { state: true } });
  const ended = edit?.state === "done";
  return edit && countProgress(db.bulkEditVariant, { of: { editId: id }, open: { outcome: "pending" }, ended });
}
