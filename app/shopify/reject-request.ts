import { bearerToken, type ReadIdToken } from "./id-token.ts";

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
