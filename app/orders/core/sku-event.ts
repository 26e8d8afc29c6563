import { z } from "zod";
import { gidSchema } from "../../ports/gid-schema.ts";

/** What an event for Shopify Flow says of a print SKU. Holds no personal data. */
export const skuEventSchema = z.object({
  /** A product that is printed with the SKU. */
  productGid: gidSchema("Product"),
  itemSku: z.string(),
  /** ISO 3166 alpha-2 */
  countryCodes: z.array(z.string()),
  /** Of a changed cost: base cost of one unit before and after, decimal strings in `currency`. */
  cost: z.object({ previous: z.string(), now: z.string(), currency: z.string() }).nullable(),
});

export type SkuEvent = z.infer<typeof skuEventSchema>;
