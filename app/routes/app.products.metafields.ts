import { json, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { readMetafield, METAFIELD_BATCH, type MetafieldsResponse } from "../catalog/mapping-methods/metafields.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { RemoteError, retryAfterOf } from "../ports/errors.ts";
import { gidSchema } from "../ports/gid-schema.ts";

const bodySchema = z.strictObject({
  name: z.string().trim().max(255),
  variants: z
    .array(z.strictObject({ variantGid: gidSchema("ProductVariant"), productGid: gidSchema("Product") }))
    .min(1)
    .max(METAFIELD_BATCH),
});

/** `POST {name, variants}`: the artwork in a metafield of variants, or of their products. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, shop } = await requireShop(request);
  const { name, variants } = await readJson(request, bodySchema);
  try {
    const artwork = await readMetafield(core.readMetafieldArtwork, shop.domain, name, variants);
    return json<MetafieldsResponse>({ outcome: "read", artwork });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return json<MetafieldsResponse>({ outcome: "unreachable", retryAfterMs: retryAfterOf(error) });
  }
}
