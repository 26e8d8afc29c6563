import { json, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { mappingInput, namesEachOnce } from "../catalog/mappings.ts";
import { saveValidMappings, type MappingOutcome } from "../catalog/save-valid-mappings.ts";
import { nowText, problemMessage } from "../components/products/copy.ts";
import { MAPPING_FIELDS } from "../catalog/field-problems.ts";
import { FURTHER_SIDES } from "../ports/sides.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

const rowSchema = mappingInput.extend({
  saveAnyway: z.boolean().default(true),
  shown: z
    .object({
      mapping: mappingInput.omit({ productGid: true, variantGid: true }).nullable(),
      notPrinted: z.boolean().default(false),
    })
    .nullable()
    .default(null),
});
const bodySchema = z.array(rowSchema).min(1).max(250).refine(namesEachOnce, "names a variant twice");

/**
 * `POST [{productGid, variantGid, itemSku, …}]`: maps variants, and reschedules the orders that were held for it. A row with
 * `shown` is saved only while the variant is as the client saw it; a row with `saveAnyway: false` only when the print service
 * takes its SKU and its links can be read. Each row stands for itself: 409 (changed since) or 422 names those that were not saved.
 */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  const result = await saveValidMappings(ctx, shop, await readJson(request, bodySchema), noteAction);
  const { outcomes } = result;
  const rescheduledOrders = result.rescheduledOrders.length;
  const refused = outcomes.filter(({ saved }) => !saved);
  const saved = outcomes.length - refused.length;
  if (refused.length === 0) return json({ saved, rescheduledOrders });
  const notSaved = refused.map((one) => ({ variantGid: one.variantGid, message: whyNotSaved(one) }));
  const message = `Saved ${saved} of ${outcomes.length} mappings.`;
  const status = refused.some(({ outdated }) => outdated) ? 409 : 422;
  return json({ message, saved, rescheduledOrders, notSaved }, status);
}

function whyNotSaved({ outdated, problems }: MappingOutcome): string {
  if (outdated) return `Someone changed this variant in the meantime. ${nowText(outdated)}`;
  return [...MAPPING_FIELDS, ...FURTHER_SIDES]
    .flatMap((field) => {
      const problem = problems[field];
      return problem ? [`${field}: ${problemMessage(field, problem)}`] : [];
    })
    .join("; ");
}
