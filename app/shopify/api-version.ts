import type { ObserveApiVersion, OtherWebhookVersion, ReadOtherApiVersion } from "../ports/shopify.ts";
import type { Log } from "../ports/observe.ts";
import { ReadShop } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { API_VERSION } from "./sdk.ts";

const VERSION = /^(20\d\d-(01|04|07|10)|unstable)$/;

/** A header may say anything, and this becomes a label of a metric. null: there is none. */
const versionOf = (header: string | null | undefined): string | null =>
  header ? (VERSION.test(header) ? header : "other") : null;

interface Options {
  log: Log;
  count(source: Parameters<ObserveApiVersion>[0], version: string): void;
}

/**
 * shopify: a request for a version that is no longer supported is answered by the oldest one that is, without an error. Counts the
 * versions, and logs each unexpected one once.
 */
export function createApiVersions({ log, count }: Options): {
  observe: ObserveApiVersion;
  otherOfWebhooks: OtherWebhookVersion;
} {
  const logged = new Set<string>();
  let ofWebhooks: string | null = null;
  const observe: ObserveApiVersion = (source, header) => {
    const answered = versionOf(header);
    if (answered === null) return;
    count(source, answered);
    if (source === "webhook") ofWebhooks = answered;
    const key = `${source} ${answered}`;
    if (answered === API_VERSION || logged.has(key)) return;
    logged.add(key);
    log.error(
      { source, asked: API_VERSION, answered },
      "Shopify uses another version of its API than the one asked for",
    );
  };
  return { observe, otherOfWebhooks: () => (ofWebhooks === API_VERSION ? null : ofWebhooks) };
}

export function createReadOtherApiVersion(client: AdminClient): ReadOtherApiVersion {
  return async (shop) => {
    let answered: string | null = null;
    await client.run(shop, ReadShop, {}, { onVersion: (header) => (answered = versionOf(header)) });
    return answered === API_VERSION ? null : answered;
  };
}
