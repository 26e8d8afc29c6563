import type { RequestHandler } from "express";
import { persistDelivery, type WebhookContext } from "./persist-delivery.ts";
import type { Rejections } from "./rejections.ts";
import { tokenMatches } from "./shopify-endpoint.ts";
import { errorName } from "../ports/errors.ts";
import { sharedCalls } from "../ports/single-flight.ts";

/** Header and tokens that events of one print account must carry; null when no account has that key. */
export type FindWebhookSecrets = (accountKey: string) => Promise<{ header: string; tokens: string[] } | null>;

/** The form of our keys; anything else is rejected without a lookup. */
const ACCOUNT_KEY = /^[0-9A-Z]{1,64}$/;
const WRONG_KEY = {
  status: 401,
  reason: "wrong_key",
  body: { status: 401, message: "The access key does not fit." },
} as const;

export interface WebhookSecretSources {
  findSecrets: FindWebhookSecrets;
  /** Keys of all print accounts. */
  accountKeys(): Promise<string[]>;
}

/** How long an answer of the database is cached, in milliseconds. */
const CACHE_TTL_MS = 2_000;

/** The access key of an event (print-service: registeredHeader): asked for before the body is read. */
export function authenticatePrintService(
  ctx: WebhookContext,
  sources: WebhookSecretSources,
  { reject, isOverLimit }: Rejections,
): RequestHandler {
  const { findSecrets } = sources;
  const findCachedSecrets = cacheSecrets(sources);
  return async (req, res, next) => {
    const key = req.params["key"] ?? "";
    if (!ACCOUNT_KEY.test(key)) return reject(req, res, WRONG_KEY);
    const secrets = await ((await isOverLimit(req)) ? findCachedSecrets(key) : findSecrets(key)).catch(
      (error: unknown) => {
        ctx.log.error({ error: errorName(error) }, "event keys not readable");
        return "unreadable" as const;
      },
    );
    if (secrets === "unreadable") {
      ctx.observe.rejected("print_service", "database_unavailable");
      return void res.status(503).json({ status: 503, message: "Try again later." });
    }
    if (!secrets || !tokenMatches(req.get(secrets.header), secrets.tokens)) return reject(req, res, WRONG_KEY);
    next();
  };
}

/**
 * `POST /print-events/<account key>/(tracking|order-status)`: access key, commit, 200 (print-service: trackingAdded, orderStatusChanged).
 * Events carry no id, so none is dropped as a duplicate here: the domain recognizes repetitions.
 */
export function receivePrintServiceWebhook(ctx: WebhookContext, topic: "tracking" | "order-status"): RequestHandler {
  return async (req, res) => {
    const raw: unknown = req.body;
    const scope = req.params["key"] ?? "";
    const metadata = { source: "print_service" as const, topic, scope };
    const status = await persistDelivery(ctx, metadata, null, Buffer.isBuffer(raw) ? raw : Buffer.alloc(0));
    res.status(status).json({ status, message: status === 200 ? "Received." : "Try again later." });
  };
}

/**
 * The secrets for an address over its limit: however many guesses come, each cached answer costs one query in two
 * seconds. A key of no account is not looked up. A valid event from the same address is still recognized.
 */
function cacheSecrets({ findSecrets, accountKeys }: WebhookSecretSources): FindWebhookSecrets {
  const keys = sharedCalls<ReadonlySet<string>>(CACHE_TTL_MS);
  const secrets = sharedCalls<Awaited<ReturnType<FindWebhookSecrets>>>(CACHE_TTL_MS);
  return async (key) => {
    const known = await keys("", async () => new Set(await accountKeys()));
    return known.has(key) ? secrets(key, () => findSecrets(key)) : null;
  };
}
