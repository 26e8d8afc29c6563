import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { readVariantSummary } from "../catalog/variant-summary.ts";
import { handleExtensionRequest } from "../http/extension-endpoint.server.ts";
import { REQUEST_ERRORS } from "../extension-api/copy.ts";
import { variantPicture } from "../extension-api/variant-responses.ts";
import { gidOf } from "../ports/gid.ts";
import { linkOf, SIDES } from "../ports/sides.ts";

const sideSchema = z.enum(SIDES);

/** `GET …/picture?side=front`: a small picture of the variant's own artwork. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return handleExtensionRequest(request, async ({ core, ctx, shop }) => {
    const side = sideSchema.safeParse(new URL(request.url).searchParams.get("side"));
    const { mapping } = await readVariantSummary(ctx, shop.id, gidOf("ProductVariant", params["id"]));
    const link = mapping && side.success ? linkOf(mapping, side.data) : "";
    if (link === "") throw json({ message: REQUEST_ERRORS.noArtwork }, 404);
    return variantPicture(await core.artworkPreviews.preview(link, shop.id));
  });
}
