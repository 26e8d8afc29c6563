import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { LINK_MAX } from "../artwork/artwork-link.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** `GET /app/artwork?link=…`: a small picture of an artwork, or JSON with the reason why there is none. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { core, shop } = await requireShop(request);
  const link = new URL(request.url).searchParams.get("link") ?? "";
  if (link === "" || link.length > LINK_MAX) return json({ reason: "bad_link" });
  const preview = await core.artworkPreviews.preview(link, shop.id);
  if (!preview.ok) return json({ reason: preview.reason });
  return new Response(Uint8Array.from(preview.bytes), {
    headers: {
      "content-type": preview.type,
      "cache-control": "private, max-age=3600",
    },
  });
}
