import type { RequestHandler } from "express";
import { persistDelivery, type WebhookContext } from "./persist-delivery.ts";
import type { Rejections } from "./rejections.ts";
import { tokenMatches } from "./verify.ts";

/** Header and tokens that events of one print account must carry; null when no account has that key. */
export type FindWebhookSecrets = (accountKey: string) => Promise<{ header: string; tokens: string[] } | null>;

/** What a key of ours may look like; anything else is looked up nowhere. */
const ACCOUNT_KEY = /^[0-9A-Z]{1,64}$/;
const UNAUTHORIZED = { status: 401, message: "The access key does not fit." };

export interface WebhookSecretSources {
  findSecrets: FindWebhookSecrets;
  /** The same for whoever has guessed too often (guarded-keys.ts). */
  findCachedSecrets: FindWebhookSecrets;
}

/** The access key of an event (print-service: registeredHeader): asked for before the body is read. */
export function authenticatePrintService(
  ctx: WebhookContext,
  sources: WebhookSecretSources,
  { reject, isOverLimit }: Rejections,
): RequestHandler {
  return async (req, res, next) => {
    const key = req.params["key"] ?? "";
    if (!ACCOUNT_KEY.test(key)) return reject(req, res, 401, UNAUTHORIZED);
    const { findSecrets, findCachedSecrets } = sources;
    const secrets = await ((await isOverLimit(req)) ? findCachedSecrets(key) : findSecrets(key)).catch(
      (error: unknown) => {
        ctx.log.error({ error: error instanceof Error ? error.name : "unknown" }, "event keys not readable");
        return "unreadable" as const;
      },
    );
    if (secrets === "unreadable") return void res.status(503).json({ status: 503, message: "Try again later." });
    if (!secrets || !tokenMatches(req.get(secrets.header), secrets.tokens)) return reject(req, res, 401, UNAUTHORIZED);
    next();
  };
}

/**
 * `POST /print-events/<account key>/(tracking|order-status)`: access key, commit, 200 (print-service: trackingAdded, orderStatusChanged).
 * Events carry no id and are never thrown away as repeats at this door: the domain recognises them.
 */
export function receivePrintServiceWebhook(ctx: WebhookContext, topic: "tracking" | "order-status"): RequestHandler {
  return async (req, res) => {
    const raw: unknown = req.body;
    const scope = req.params["key"] ?? "";
    const metadata = { source: "print_service" as const, topic, scope, eventId: null, triggeredAt: null };
    const status = await persistDelivery(ctx, metadata, null, Buffer.isBuffer(raw) ? raw : Buffer.alloc(0));
    res.status(status).json({ status, message: status === 200 ? "Received." : "Try again later." });
  };
}
