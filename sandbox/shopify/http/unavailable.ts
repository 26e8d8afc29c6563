import type { ServerResponse } from "node:http";
import type { Shop, ShopCondition } from "../model.ts";
import { sendJson } from "./reply.ts";

/** shopify: 402 frozen, 403 denied, 404 closed, 423 locked. */
const ANSWERS: Record<Exclude<ShopCondition, "open">, [number, string]> = {
  frozen: [402, "Unavailable Shop"],
  denied: [403, "Unavailable Shop"],
  closed: [404, "Not Found"],
  locked: [423, "This store is unavailable"],
};

/** Answers for a shop that answers no app; false for one that is open. */
export function answerUnavailable(shop: Shop, response: ServerResponse): boolean {
  if (shop.condition === "open") return false;
  const [status, errors] = ANSWERS[shop.condition];
  sendJson(response, status, { errors });
  return true;
}
