import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { LINK_MAX } from "../artwork/artwork-link.ts";
import { pictureResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { readTextOnArtwork } from "../orders/pages/details/submission-view.ts";
import { HOUR_MS } from "../ports/clock.ts";
import { submissionIdSchema } from "../ports/ids.ts";

/**
 * `GET /app/artwork?link=…`: a small picture of an artwork. `?submission=…&item=…&side=…`: of the artwork of an item with the customer's
 * text on it. JSON with the reason why there is none.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { core, ctx, shop, logAccess } = await requireShop(request);
  const { searchParams } = new URL(request.url);
  const submissionId = submissionIdSchema.safeParse(searchParams.get("submission")).data;
  if (submissionId !== undefined) {
    const [position, side] = [Number(searchParams.get("item")), searchParams.get("side") ?? ""];
    const found = await readTextOnArtwork(ctx, shop.id, { submissionId, position, side });
    if (!found) return json({ reason: "no_preview" });
    await logAccess({ view: "personalization", orderGids: [found.orderGid] });
    return pictureResponse(await core.drawnArtwork.previewText(shop.id, found.drawing), 0);
  }
  const link = searchParams.get("link") ?? "";
  if (link === "" || link.length > LINK_MAX) return json({ reason: "bad_link" });
  return pictureResponse(await core.artworkPreviews.preview(link, shop.id), HOUR_MS);
}
