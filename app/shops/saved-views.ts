import type { Prisma, SavedViewPage } from "../../prisma/client/client.ts";
import type { ShopsContext } from "./context.ts";
import type { NoteAction } from "./staff-actions.ts";
import type { ShopId, SavedViewId } from "../ports/ids.ts";

/** A list's query that a merchant saved under a name. */
export interface SavedView {
  id: SavedViewId;
  name: string;
  /** The page's query string, without "?". */
  query: string;
}

export const VIEW_LIMIT = 20;
export const VIEW_NAME_LENGTH = 40;
export const VIEW_QUERY_LENGTH = 2000;

type Db = Pick<ShopsContext, "db">;

type SaveViewResult = { saved: SavedView } | { refused: "name_taken" | "too_many" | "not_found" };

/** A page's saved views, the oldest first. */
export function listViews(ctx: Db, shopId: ShopId, page: SavedViewPage): Promise<SavedView[]> {
  return ctx.db.savedView.findMany({
    where: { shopId, page },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true, query: true },
    take: VIEW_LIMIT,
  });
}

/** Saves a query under a new name, up to VIEW_LIMIT per page. */
export function saveView(
  ctx: Pick<ShopsContext, "db" | "clock" | "ids">,
  shopId: ShopId,
  view: { page: SavedViewPage; name: string; query: string },
  note?: NoteAction,
): Promise<SaveViewResult> {
  return withViewsLocked(ctx, shopId, view.page, async (tx, views) => {
    if (isTaken(views, view.name)) return { refused: "name_taken" };
    if (views.length >= VIEW_LIMIT) return { refused: "too_many" };
    const id = ctx.ids.uuid();
    await tx.savedView.create({ data: { ...view, id, shopId, createdAt: ctx.clock.now() } });
    await note?.(tx, "view_saved", { page: view.page });
    return { saved: { id, name: view.name, query: view.query } };
  });
}

/** Changes the name or the query of a view. */
export function changeView(
  ctx: Db,
  shopId: ShopId,
  view: { page: SavedViewPage; id: SavedViewId; name?: string; query?: string },
  note?: NoteAction,
): Promise<SaveViewResult> {
  return withViewsLocked(ctx, shopId, view.page, async (tx, views) => {
    const existing = views.find(({ id }) => id === view.id);
    if (!existing) return { refused: "not_found" };
    const { name = existing.name, query = existing.query } = view;
    const others = views.filter(({ id }) => id !== view.id);
    if (isTaken(others, name)) return { refused: "name_taken" };
    await tx.savedView.update({ where: { id: view.id, shopId }, data: { name, query } });
    await note?.(tx, "view_saved", { page: view.page });
    return { saved: { id: view.id, name, query } };
  });
}

/** Deletes a view. A missing view is no error. */
export async function deleteView(
  { db }: Db,
  shopId: ShopId,
  { page, id }: { page: SavedViewPage; id: SavedViewId },
  note?: NoteAction,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.savedView.deleteMany({ where: { id, shopId, page } });
    if (count > 0) await note?.(tx, "view_deleted", { page });
  });
}

/** Serializes the changes of a shop's views: names stay unique, and their number within the limit. */
function withViewsLocked(
  ctx: Db,
  shopId: ShopId,
  page: SavedViewPage,
  work: (tx: Prisma.TransactionClient, views: SavedView[]) => Promise<SaveViewResult>,
): Promise<SaveViewResult> {
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid FOR UPDATE`;
    return work(tx, await tx.savedView.findMany({ where: { shopId, page } }));
  });
}

const isTaken = (views: readonly SavedView[], name: string): boolean =>
  views.some((view) => view.name.toLowerCase() === name.toLowerCase());
