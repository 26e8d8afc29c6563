import { createHash, createSecretKey, createHmac, timingSafeEqual, type KeyObject } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { SHOP_DOMAIN } from "../ports/shopify.ts";
import { persistDelivery, type WebhookContext } from "./persist-delivery.ts";
import type { Reject } from "./rejections.ts";

const TOPIC = /^[a-z0-9_]{1,60}(\/[a-z0-9_]{1,60})?$/;
const HEADER_TEXT = /^[\x21-\x7e]{1,200}$/;

const NO_SIGNATURE = { status: 401, reason: "no_signature", body: "The signature does not fit the body." } as const;
const WRONG_SIGNATURE = { ...NO_SIGNATURE, reason: "wrong_signature" } as const;
const NO_TOPIC_OR_SHOP = {
  status: 400,
  reason: "no_topic_or_shop",
  body: "The address names no topic, or X-Shopify-Shop-Domain no shop.",
} as const;

const topicOf = (req: Request): string => req.path.replace(/^\/+|\/+$/g, "");
const shopDomainOf = (req: Request): string => (req.get("x-shopify-shop-domain") ?? "").toLowerCase();
const signatureOf = (req: Request): string | undefined => req.get("x-shopify-hmac-sha256");

/** Rejects what the headers alone show to be invalid, before any byte of the body is read. */
export function checkShopifyHeaders(reject: Reject): RequestHandler {
  return (req, res, next) => {
    if (!looksLikeSignature(signatureOf(req))) reject(req, res, NO_SIGNATURE);
    else if (!TOPIC.test(topicOf(req)) || !SHOP_DOMAIN.test(shopDomainOf(req))) reject(req, res, NO_TOPIC_OR_SHOP);
    else next();
  };
}

/**
 * `POST /webhooks/<topic>`: signature, commit, 200, without session, Redis or parsing. The headers are not signed: they
 * are checked against the body where the delivery is handled.
 */
export function receiveShopifyWebhook(ctx: WebhookContext, secret: string, reject: Reject): RequestHandler {
  const key = createSecretKey(Buffer.from(secret));
  return async (req, res) => {
    const body: unknown = req.body;
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (!hasValidShopifySignature(raw, signatureOf(req), key)) return reject(req, res, WRONG_SIGNATURE);
    ctx.observeApiVersion("webhook", req.get("x-shopify-api-version"));
    const topic = topicOf(req);
    const metadata = {
      source: "shopify" as const,
      topic,
      scope: shopDomainOf(req),
    };
    const deliveryId = headerText(req.get("x-shopify-webhook-id")) ?? fingerprint(topic, raw);
    res.status(await persistDelivery(ctx, metadata, deliveryId, raw)).end();
  };
}

/** What answers a request for shipping rates; never throws. */
export type AnswerRateRequest = (
  shopDomain: string,
  token: string,
  body: Buffer,
) => Promise<{ status: 200 | 404; body: object }>;

/** The same for a request for shipping rates, whose address names no topic. */
export function checkRateHeaders(reject: Reject): RequestHandler {
  return (req, res, next) => {
    if (!looksLikeSignature(signatureOf(req))) reject(req, res, NO_SIGNATURE);
    else if (!SHOP_DOMAIN.test(shopDomainOf(req))) reject(req, res, NO_TOPIC_OR_SHOP);
    else next();
  };
}

/**
 * `POST /checkout-rates/<token>`: Shopify asks what shipping costs, and a customer waits. Signed as a webhook is. Neither the header
 * with the shop nor the address is signed, so the token of the address has to be the shop's.
 */
export function receiveRateRequest(answer: AnswerRateRequest, secret: string, reject: Reject): RequestHandler {
  const key = createSecretKey(Buffer.from(secret));
  return async (req, res) => {
    const raw: unknown = req.body;
    const body = Buffer.isBuffer(raw) ? raw : Buffer.alloc(0);
    if (!hasValidShopifySignature(body, signatureOf(req), key)) return reject(req, res, WRONG_SIGNATURE);
    const answered = await answer(shopDomainOf(req), req.params["token"] ?? "", body);
    res.status(answered.status).json(answered.body);
  };
}

/** Without an id, the same body to the same topic counts as the same delivery. */
function fingerprint(topic: string, body: Buffer): string {
  return `body:${createHash("sha256").update(topic).update("\0").update(body).digest("hex")}`;
}

function headerText(value: string | undefined): string | null {
  return value !== undefined && HEADER_TEXT.test(value) ? value : null;
}

/**
 * shopify: base64 of HMAC-SHA256 over the raw body with the app's secret, compared in constant time. With the
 * secret as text, the check of 10 KB takes a quarter longer.
 */
export function hasValidShopifySignature(body: Buffer, header: string | undefined, secret: KeyObject): boolean {
  if (!header) return false;
  const expected = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(header, "base64");
  // The text must be the exact base64, too: decoders ignore trailing characters.
  return given.length === expected.length && timingSafeEqual(given, expected) && header === expected.toString("base64");
}

/** Whether a header has the form of a signature, base64 of 32 bytes: checked before the body is read. */
const looksLikeSignature = (header: string | undefined): boolean => /^[A-Za-z0-9+/]{43}=$/.test(header ?? "");

/**
 * print-service: registeredHeader: the registered token in the registered header; several while a rotation runs.
 * Constant time.
 */
export function tokenMatches(given: string | undefined, accepted: readonly string[]): boolean {
  if (!given) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const givenDigest = digest(given);
  return accepted.map((token) => timingSafeEqual(givenDigest, digest(token))).some(Boolean);
}
