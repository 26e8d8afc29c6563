import type { PrismaClient } from "@prisma/client";
import type { MappingImportId, ShopId } from "../../ports/ids.ts";
import { readImport } from "./import-view.ts";

type Db = { db: PrismaClient };

/**
 * Staff wants the checked import saved. `despiteProblems`: also with problems that allow it. blocked: it has others, or
 * changed meanwhile; nothing is saved.
 */
export async function approveImport(
  ctx: Db,
  shopId: ShopId,
  id: MappingImportId,
  despiteProblems: boolean,
): Promise<"saving" | "blocked"> {
  const view = await readImport(ctx, shopId);
  const allowed = view?.canSave === "yes" || (view?.canSave === "anyway" && despiteProblems);
  if (view?.id !== id || !allowed) return "blocked";
  const { count } = await ctx.db.mappingImport.updateMany({
    where: { id, shopId, state: "checked", outdated: false },
    data: { state: "saving" },
  });
  return count === 1 ? "saving" : "blocked";
}

/** Forgets an import and its file, unless it is being saved. */
export async function discardImport({ db }: Db, shopId: ShopId, id: MappingImportId): Promise<boolean> {
  const state = { notIn: ["saving" as const, "saved" as const] };
  const { count } = await db.mappingImport.deleteMany({ where: { id, shopId, state } });
  return count === 1;
}
