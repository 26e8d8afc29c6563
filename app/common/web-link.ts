/**
 * A name with a dot and a path, or one that begins with "www.". A name alone may be a file, `front.png`.
 */
const WITHOUT_SCHEME = /^(?:www\.[^\s/?#@:]+\.[^\s/?#@:]+|[\p{Letter}\p{Number}.-]+\.\p{Letter}{2,}(?::\d+)?[/?#])/iu;

/**
 * A link that lacks its scheme alone, with https: `//cdn.shopify.com/…`, as Shopify's own themes write links, and `www.dhl.com/…`, as
 * people do. Other texts stay as they are.
 */
export function withScheme(text: string): string {
  if (/^\/\/[^/]/.test(text)) return `https:${text}`;
  return WITHOUT_SCHEME.test(text) ? `https://${text}` : text;
}
