import { expect } from "vitest";
import type { ShopId } from "../../ports/ids.ts";
import { beginTurn } from "../../long-runs/engine.ts";
import type { openCatalogWorld } from "../world.testing.ts";
import { readBulkEdit, bulkEditRun, stopBulkEdit } from "./bulk-edit.ts";

type World = Pick<Awaited<ReturnType<typeof openCatalogWorld>>, "ctx" | "db">;

/** For tests only: the shop's bulk edit, batch by batch. */
export function bulkEditOf({ ctx, db }: World, shopId: ShopId) {
  const read = async () => (await readBulkEdit(ctx, shopId)) ?? expect.unreachable();
  return {
    read,
    /** One batch of a worker that is told to end; or what is left of an edit that staff stopped. */
    runBatch: async () => bulkEditRun.step(ctx, (await read()).id, beginTurn(AbortSignal.abort())),
    stop: async () => stopBulkEdit(ctx, shopId, (await read()).id),
    /** Leaves the rows as a process does that ends between the changes of a batch and their record. */
    async loseRecord() {
      const { id } = await read();
      await db.bulkEdit.update({ where: { id }, data: { batchUnderWay: true } });
      await db.bulkEditVariant.updateMany({ where: { editId: id }, data: { outcome: "pending" } });
    },
  };
}
