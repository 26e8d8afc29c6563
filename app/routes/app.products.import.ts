import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { approveImport, discardImport, readImport } from "../catalog/import/mapping-import.ts";
import { catchFailure } from "../components/common/request-failed.ts";
import type { ImportDecision } from "../components/products/import-dialog.tsx";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { mappingImportIdSchema } from "../ports/ids.ts";

/** The shop's import of mappings, with its progress. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  return json({ current: await readImport(ctx, shop.id) });
}

const id = mappingImportIdSchema;
const bodySchema = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("save"), id, withProblems: z.boolean() }),
  z.strictObject({ intent: z.literal("discard"), id }),
]);

/** `POST {intent, id, …}`: saves the checked import, or discards it. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  if (body.intent === "save") {
    const outcome = await approveImport(ctx, shop.id, body.id, body.withProblems, noteAction);
    return json<ImportDecision>({ outcome });
  }
  return json<ImportDecision>({ outcome: (await discardImport(ctx, shop.id, body.id)) ? "discarded" : "blocked" });
}

export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  catchFailure(() => serverLoader<typeof loader>());
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  catchFailure(() => serverAction<typeof action>());
