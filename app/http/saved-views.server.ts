import { json } from "@remix-run/node";
import type { SavedViewPage } from "../../prisma/client/client.ts";
import { z } from "zod";
import { cleanText, atMost } from "../common/clean-text.ts";
import type { SavedViewResponse } from "../components/common/saved-views.ts";
import { savedViewIdSchema, type ShopId } from "../ports/ids.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { changeView, deleteView, saveView, VIEW_NAME_LENGTH, VIEW_QUERY_LENGTH } from "../shops/saved-views.ts";

const name = z
  .string()
  .transform(cleanText)
  .pipe(z.string().min(1).superRefine(atMost(VIEW_NAME_LENGTH)));

/** The changes of saved views that a page's action accepts. @param keep what a view keeps of a page's query */
export function savedViewIntents(keep: (params: URLSearchParams) => URLSearchParams) {
  const query = z
    .string()
    .max(VIEW_QUERY_LENGTH)
    .transform((text) => keep(new URLSearchParams(text)).toString());
  return [
    z.object({ intent: z.literal("save_view"), name, query }),
    z.object({
      intent: z.literal("change_view"),
      id: savedViewIdSchema,
      name: name.optional(),
      query: query.optional(),
    }),
    z.object({ intent: z.literal("delete_view"), id: savedViewIdSchema }),
  ] as const;
}

type SavedViewIntent = z.infer<ReturnType<typeof savedViewIntents>[number]>;

/** What `requireShop` returns. */
interface SavedViewsOf {
  ctx: Pick<ShopsContext, "db" | "clock" | "ids">;
  shop: { id: ShopId };
  noteAction: NoteAction;
}

/** Changes the saved views of a page. */
export async function changeSavedViews(
  { ctx, shop, noteAction }: SavedViewsOf,
  page: SavedViewPage,
  body: SavedViewIntent,
): Promise<Response> {
  const shopId = shop.id;
  switch (body.intent) {
    case "save_view": {
      const answer = await saveView(ctx, shopId, { page, name: body.name, query: body.query }, noteAction);
      return "saved" in answer ? answerWith({ created: answer.saved }) : answerWith(answer, 409);
    }
    case "change_view": {
      const { id, name: newName, query } = body;
      const change = { page, id, ...(newName && { name: newName }), ...(query !== undefined && { query }) };
      const answer = await changeView(ctx, shopId, change, noteAction);
      return "saved" in answer ? answerWith({ changed: true }) : answerWith(answer, 409);
    }
    case "delete_view":
      await deleteView(ctx, shopId, { page, id: body.id }, noteAction);
      return answerWith({ deleted: true });
  }
}

const answerWith = (answer: SavedViewResponse, status = 200): Response => json(answer, status);
