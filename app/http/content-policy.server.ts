import { randomBytes } from "node:crypto";
import { STAGED_UPLOADS_ORIGIN } from "../ports/shop-catalog.ts";

/** One for each page: allows the page's own inline scripts, and no injected ones. */
export const newNonce = (): string => randomBytes(16).toString("base64");

/**
 * Content-Security-Policy of a page. The directive `ancestors` comes from Shopify's SDK, by the shop; without it, no
 * site may frame the page. Scripts: our files, App Bridge, and inline scripts with the nonce. Inline styles are
 * allowed, since Polaris sets them on elements. App Bridge reports to Shopify's hosts. Print files go from the browser to
 * Shopify's place for uploads.
 */
export function contentPolicy(page: { nonce: string; appBridgeUrl: string; ancestors: string | null }): string {
  const appBridgeOrigin = new URL(page.appBridgeUrl).origin;
  const directives = [
    page.ancestors ?? "frame-ancestors 'none'",
    "default-src 'self'",
    `script-src 'self' 'nonce-${page.nonce}' ${appBridgeOrigin}`,
    "style-src 'self' 'unsafe-inline' https://cdn.shopify.com",
    "img-src 'self' data: blob: https://cdn.shopify.com",
    "font-src 'self' data: https://cdn.shopify.com",
    `connect-src 'self' ${appBridgeOrigin} https://*.shopify.com https://*.shopifysvc.com ${STAGED_UPLOADS_ORIGIN}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
  return directives.join("; ");
}

/** The directive `frame-ancestors` of a policy; null when it has none. */
export function ancestorsOf(policy: string | null): string | null {
  return (
    policy
      ?.split(";")
      .map((part) => part.trim())
      .find((part) => part.startsWith("frame-ancestors ")) ?? null
  );
}
