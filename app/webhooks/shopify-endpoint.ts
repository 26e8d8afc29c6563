import { createHash } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { commitDelivery, type IntakeContext } from "./persist-delivery.ts";
import type { Refuse } from "./rejections.ts";
import { looksSigned, shopifySigned } from "./verify.ts";

const SHOP = /^[a-z0-9][a-z0-9-]{0,100}\.myshopify\.com$/;
const TOPIC = /^[a-z0-9_]{1,60}(\/[a-z0-9_]{1,60})?$/;
const TEXT = /^[\x21-\x7e]{1,200}$/;

const UNSIGNED = "The signature does not fit the body.";
const UNNAMED = "The address names no topic, or X-Shopify-Shop-Domain no shop.";

const topicOf = (req: Request): string => req.path.replace(/^\/+|\/+$/g, "");
const shopOf = (req: Request): string => (req.get("x-shopify-shop-domain") ?? "").toLowerCase();
const signatureOf = (req: Request): string | undefined => req.get("x-shopify-hmac-sha256");

/** What the headers alone show: whoever fails here has sent its body for nothing, for no byte of it is read. */
export function shopifyKnock(refuse: Refuse): RequestHandler {
  return (req, res, next) => {
    if (!looksSigned(signatureOf(req))) refuse(req, res, 401, UNSIGNED);
    else if (!TOPIC.test(topicOf(req)) || !SHOP.test(shopOf(req))) refuse(req, res, 400, UNNAMED);
    else next();
  };
}

/**
 * `POST /webhooks/<topic>`: signature, commit, 200; neither session nor Redis nor parsing is in the way.
 * The headers are not signed: what they say is checked against the body where the delivery is handled.
 */
export function shopifyIntake(ctx: IntakeContext, secret: string, refuse: Refuse): RequestHandler {
  return async (req, res) => {
    const body: unknown = req.body;
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (!shopifySigned(raw, signatureOf(req), secret)) return refuse(req, res, 401, UNSIGNED);
    const topic = topicOf(req);
    const head = {
      source: "shopify" as const,
      topic,
      scope: shopOf(req),
      eventId: plain(req.get("x-shopify-event-id")),
      triggeredAt: instant(req.get("x-shopify-triggered-at")),
    };
    const deliveryId = plain(req.get("x-shopify-webhook-id")) ?? fingerprint(topic, raw);
    res.status(await commitDelivery(ctx, head, deliveryId, raw)).end();
  };
}

/** Without an id, the same body to the same topic counts as the same delivery. */
function fingerprint(topic: string, body: Buffer): string {
  return `body:${createHash("sha256").update(topic).update("\0").update(body).digest("hex")}`;
}

function plain(value: string | undefined): string | null {
  return value !== undefined && TEXT.test(value) ? value : null;
}

function instant(value: string | undefined): Date | null {
  const time = Date.parse(value ?? "");
  return Number.isNaN(time) ? null : new Date(time);
}
