import type { PrismaClient } from "../../../prisma/client/client.ts";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import { readImport } from "./import-view.ts";

type Db = { db: PrismaClient };

/**
 * Staff wants the checked import saved, without the rows that have problems. `withProblems`: with those of them that staff
 * may override. blocked: no row is left to save, or a mapping changed meanwhile; nothing is saved.
 */
export async function approveImport(
  ctx: Db,
  shopId: ShopId,
  id: MappingImportId,
  withProblems: boolean,
): Promise<"saving" | "blocked"> {
  const view = await readImport(ctx, shopId);
  if (view?.id !== id) return "blocked";
  const { created, changed, overridable } = view.rows;
  if (created + changed + (withProblems ? overridable : 0) === 0) return "blocked";
  const { count } = await ctx.db.mappingImport.updateMany({
    where: { id, shopId, state: "checked", outdated: false },
    data: { state: "saving", withProblems },
  });
  return count === 1 ? "saving" : "blocked";
}

/** Forgets an import and its file, unless it is being saved. */
export async function discardImport({ db }: Db, shopId: ShopId, id: MappingImportId): Promise<boolean> {
  const state = { notIn: ["saving" as const, "saved" as const] };
  const { count } = await db.mappingImport.deleteMany({ where: { id, shopId, state } });
  return count === 1;
}
