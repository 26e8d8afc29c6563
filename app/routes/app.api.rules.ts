import { json, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure } from "../components/common/request-failed.ts";
import { shopActionsContext } from "../composition/shop-context.server.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { MAX_RULES } from "../settings/rule-order.ts";
import { saveRules, tryRule } from "../settings-page/rules.ts";

const bodySchema = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("save"), rules: z.unknown(), seen: z.array(z.unknown()).max(MAX_RULES) }),
  z.strictObject({ intent: z.literal("try"), rules: z.unknown(), at: z.number().int().min(0).max(MAX_RULES) }),
]);

const STATUS = { saved: 200, changed: 409, invalid: 422 } as const;

/** `POST {intent, rules}`: saves the rules as typed, or tries one of them on the orders of the last 30 days. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, ctx, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  if (body.intent === "try") return json(await tryRule(ctx, shop, body));
  const saved = await saveRules(shopActionsContext(core), shop, body.rules, body.seen, noteAction);
  return json(saved, STATUS[saved.outcome]);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
