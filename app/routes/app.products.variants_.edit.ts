import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { beginBulkEdit, dismissBulkEdit, readBulkEdit, stopBulkEdit } from "../catalog/bulk-edit/bulk-edit.ts";
import { bulkActionSchema } from "../catalog/bulk-edit/bulk-actions.ts";
import { previewRule, readCombinations } from "../catalog/bulk-edit/bulk-rule.ts";
import { VARIANTS_PAGE_SIZE } from "../catalog/variants/read-variants-page.ts";
import { ruleSchema } from "../catalog/mapping-methods/rule-schema.ts";
import { VARIANT_VIEWS } from "../catalog/variants/variants-query.ts";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import type { BulkEditResponse } from "../components/products/variants/bulk-edit.tsx";
import type { CombinationsResponse, RulePreviewResponse } from "../components/products/variants/bulk-rule-dialog.tsx";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { gidSchema } from "../ports/gid-schema.ts";
import { bulkEditIdSchema } from "../ports/ids.ts";

/** The shop's bulk edit, with its progress. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  return json({ current: await readBulkEdit(ctx, shop.id) });
}

const selectionSchema = z.union([
  z.strictObject({ variantGids: z.array(gidSchema("ProductVariant")).min(1).max(VARIANTS_PAGE_SIZE) }),
  z.strictObject({ filter: z.strictObject({ view: z.enum(VARIANT_VIEWS), query: z.string().max(100) }) }),
]);
const bodySchema = z.discriminatedUnion("intent", [
  z.strictObject({
    intent: z.literal("begin"),
    action: bulkActionSchema,
    selection: selectionSchema,
    saveAnyway: z.boolean(),
  }),
  z.strictObject({ intent: z.literal("combinations"), selection: selectionSchema }),
  z.strictObject({ intent: z.literal("preview"), rule: ruleSchema, selection: selectionSchema }),
  z.strictObject({ intent: z.enum(["stop", "dismiss"]), id: bulkEditIdSchema }),
]);

/** `POST {intent, …}`: begins or stops a bulk edit, dismisses the result of a finished one, or shows what a rule would change. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  if (body.intent === "begin") {
    const begun = await beginBulkEdit(ctx, shop, body, noteAction);
    return json<BulkEditResponse>(begun);
  }
  if (body.intent === "combinations")
    return json<CombinationsResponse>({ outcome: "read", ...(await readCombinations(ctx, shop.id, body.selection)) });
  if (body.intent === "preview")
    return json<RulePreviewResponse>({ outcome: "read", preview: await previewRule(ctx, shop.id, body) });
  if (body.intent === "stop") {
    await stopBulkEdit(ctx, shop.id, body.id, noteAction);
    return json<BulkEditResponse>({ outcome: "stopped" });
  }
  await dismissBulkEdit(ctx, shop.id, body.id);
  return json<BulkEditResponse>({ outcome: "dismissed" });
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  catchFailure(() => serverLoader<typeof loader>());
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  catchFailure(() => serverAction<typeof action>());
export const shouldRevalidate = revalidateUnlessFailed;
