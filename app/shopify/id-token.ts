import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { AppCredentials } from "./tokens.ts";

/** Allowed difference between Shopify's clock and ours in seconds, as in its SDK. */
const TOLERANCE_S = 10;
const MAX_LENGTH = 4096;

const headerSchema = z.object({ alg: z.literal("HS256") });
const claims = z.object({
  aud: z.string(),
  exp: z.number().optional(),
  nbf: z.number().optional(),
  dest: z.unknown().optional(),
  iss: z.unknown().optional(),
});
const DEST = /^https:\/\/([a-z0-9][a-z0-9-]{0,100}\.myshopify\.com)$/i;

/**
 * Reads an id token of App Bridge: a JWT that Shopify signed with the app's secret for this app, valid for a minute.
 * null when it is invalid or expired; the SDK checks that again where a page is opened. `shop` is null where a signed token is not
 * as Shopify makes them, which the SDK does not check: without a start or an end, without a myshopify.com domain, or issued by another
 * shop than it is for (shopify: session tokens, "Verify the session token"). Tells anonymous requests from signed-in ones.
 */
type ReadIdToken = (token: string) => { shop: string | null } | null;

export function createReadIdToken(app: AppCredentials, now: () => number = Date.now): ReadIdToken {
  return (token) => {
    if (token.length > MAX_LENGTH) return null;
    const [first = "", second = "", signature = "", ...more] = token.split(".");
    const expected = createHmac("sha256", app.apiSecret).update(`${first}.${second}`).digest();
    const given = Buffer.from(signature, "base64url");
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const read = claims.safeParse(decode(second)).data;
    if (!read || !headerSchema.safeParse(decode(first)).success || read.aud !== app.apiKey) return null;
    const seconds = now() / 1000;
    const { exp, nbf } = read;
    if ((exp ?? Infinity) <= seconds - TOLERANCE_S || (nbf ?? 0) > seconds + TOLERANCE_S) return null;
    return { shop: exp === undefined || nbf === undefined ? null : shopOf(read) };
  };
}

function shopOf({ dest, iss }: Pick<z.infer<typeof claims>, "dest" | "iss">): string | null {
  if (typeof dest !== "string" || typeof iss !== "string") return null;
  const shop = DEST.exec(dest)?.[1]?.toLowerCase();
  return shop !== undefined && URL.parse(iss)?.origin === `https://${shop}` ? shop : null;
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString());
  } catch {
    return null;
  }
}

/** The id token of an Authorization header; undefined where it has none. */
export const bearerToken = (header: string | null): string | undefined => /^Bearer (\S+)$/.exec(header ?? "")?.[1];

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * 400 or 401 for requests to the pages that the SDK would wrongly accept, or answer with a 500; null for all others.
 */
export function rejectionOf(request: Request, readIdToken: ReadIdToken): Response | null {
  const { searchParams } = new URL(request.url);
  const header = request.headers.get("authorization");
  // The SDK accepts a token in the URL, too, where it may leak: such a token may only open pages.
  if (header === null && !SAFE_METHODS.includes(request.method)) return reject(401, "Open this in the Shopify admin.");
  if (!isHost(searchParams.get("host"))) return reject(400, "The address names no host of Shopify.");
  const token = header === null ? searchParams.get("id_token") : bearerToken(header);
  if (token && readIdToken(token)?.shop === null) return reject(401, "The id token isn't one of Shopify's for a shop.");
  return null;
}

/** shopify: base64 of a host and a path. The SDK decodes whatever looks like base64. */
function isHost(host: string | null): boolean {
  if (!host) return true;
  try {
    return URL.canParse(`https://${atob(host)}`);
  } catch {
    return false;
  }
}

const reject = (status: number, message: string): Response => Response.json({ message }, { status });
