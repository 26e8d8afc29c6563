import type { LoaderFunctionArgs } from "@remix-run/node";
import { readPreviewPath, RENEWED_AFTER_MS } from "../artwork/preview-link.ts";
import { theServices } from "../composition/services.server.ts";
import { pictureResponse } from "../http/responses.server.ts";

/** `GET /artwork/preview?…`: the picture that a page of a shop has signed, without a login. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { core } = theServices();
  const picture = readPreviewPath(core.ctx, new URL(request.url).searchParams);
  if (!picture) throw new Response(null, { status: 404 });
  const { link, shopId, version } = picture;
  return pictureResponse(await core.artworkPreviews.preview(link, shopId, version), RENEWED_AFTER_MS);
}
