import { useState } from "react";
import type { MetafieldValues } from "../../../catalog/mapping-methods/metafields.ts";
import type { VariantToMap } from "../../../catalog/mapping-methods/proposal.ts";
import { postJson } from "../../common/post-json.ts";
import { METAFIELD_BATCH, type MetafieldsResponse } from "./metafield-request.ts";

const PATH = "/app/products/metafields";
/** A shop's limit of requests restores within seconds. */
const MAX_WAIT_MS = 15_000;
const MAX_TRIES = 5;

/** Reads metafields of variants, some at a time. */
export function useMetafields() {
  /** Variants read so far; null: nothing is being read. */
  const [done, setDone] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);

  /** null: Shopify could not be read. */
  async function read(names: readonly string[], variants: readonly VariantToMap[]): Promise<MetafieldValues | null> {
    if (names.length === 0) return {};
    setFailed(false);
    const values: Record<string, MetafieldValues[string]> = {};
    for (let from = 0; from < variants.length; from += METAFIELD_BATCH) {
      setDone(from);
      for (const name of names) {
        const artwork = await readBatch(name, variants.slice(from, from + METAFIELD_BATCH));
        if (!artwork) {
          setDone(null);
          setFailed(true);
          return null;
        }
        values[name] = { ...values[name], ...artwork };
      }
    }
    setDone(null);
    return values;
  }

  return { done, failed, read };
}

async function readBatch(name: string, variants: readonly VariantToMap[]): Promise<MetafieldValues[string] | null> {
  const body = { name, variants: variants.map(({ gid, productGid }) => ({ variantGid: gid, productGid })) };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const answer = await postJson<MetafieldsResponse>(PATH, body);
    if (answer.outcome === "read") return answer.artwork;
    if (answer.outcome === "failed" || answer.retryAfterMs === 0 || answer.retryAfterMs > MAX_WAIT_MS) return null;
    const { retryAfterMs } = answer;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
  }
  return null;
}
