import { json, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { namesEachOnce } from "../catalog/mappings.ts";
import { saveValidMappings } from "../catalog/save-valid-mappings.ts";
import type { SaveResponse } from "../components/products/use-mapping-form.ts";
import { catchFailure } from "../components/common/request-failed.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidSchema } from "../ports/gid-schema.ts";
import { ARTWORK_SIDES, FURTHER_SIDES } from "../ports/sides.ts";

const text = z.string().max(10_000);
const sides = z.array(z.enum(ARTWORK_SIDES));
const fields = {
  ...{ itemSku: text, artworkFront: text, artworkBack: text, mockup: text, note: text, requiredSides: sides },
  artworkSides: z.partialRecord(z.enum(FURTHER_SIDES), text).default({}),
};
const shownMapping = z.object({ ...fields, factsHash: z.string().max(100).nullable().default(null) });
const bodySchema = z.object({
  rows: z
    .array(
      z.object({
        productGid: gidSchema("Product"),
        variantGid: gidSchema("ProductVariant"),
        ...fields,
        saveAnyway: z.boolean(),
        shown: z.object({ mapping: shownMapping.nullable(), notPrinted: z.boolean() }),
      }),
    )
    .min(1)
    .max(2048)
    .refine(namesEachOnce, "names a variant twice"),
});

/** `POST {rows}`: checks mappings and saves each valid one that nobody changed meanwhile, with the outcome of each. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  const { rows } = await readJson(request, bodySchema);
  const result = await saveValidMappings(ctx, shop, rows, noteAction);
  return json<SaveResponse>({ outcome: "saved", ...result });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  catchFailure(() => serverAction<typeof action>());
