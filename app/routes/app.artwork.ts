import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { LINK_MAX } from "../artwork/artwork-link.ts";
import { pictureResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { HOUR_MS } from "../ports/clock.ts";

/** `GET /app/artwork?link=…`: a small picture of an artwork, or JSON with the reason why there is none. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { core, shop } = await requireShop(request);
  const link = new URL(request.url).searchParams.get("link") ?? "";
  if (link === "" || link.length > LINK_MAX) return json({ reason: "bad_link" });
  return pictureResponse(await core.artworkPreviews.preview(link, shop.id), HOUR_MS);
}
