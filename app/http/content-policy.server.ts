import { randomBytes } from "node:crypto";

/** One for each page: what the page itself brings along runs, and nothing that came into it. */
export const newNonce = (): string => randomBytes(16).toString("base64");

/**
 * Content-Security-Policy of a page. Who may frame it (`ancestors`, a directive) is Shopify's SDK's to say, by the shop; where
 * it says nothing, nobody may. Scripts: our files, App Bridge, and what carries the nonce. Styles are free, since Polaris sets them
 * on elements. App Bridge reports to Shopify's own hosts.
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
    `connect-src 'self' ${appBridgeOrigin} https://*.shopify.com https://*.shopifysvc.com`,
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
