import { BlockStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { optionsOf } from "../../../catalog/options.ts";
import { metafieldsOf, proposeByRule } from "../../../catalog/mapping-methods/rule.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { MAPPING_METHODS } from "./copy.ts";
import { toPreview, type Target, type VariantToMap } from "../../../catalog/mapping-methods/proposal.ts";
import { RuleFields, useRuleForm } from "./rule-fields.tsx";
import { isEmptyRule } from "./rule-form.ts";
import { MethodDialog } from "./method-dialog.tsx";
import {
  METAFIELD_BATCH,
  type MetafieldValues,
  type MetafieldsResponse,
} from "../../../catalog/mapping-methods/metafields.ts";
import { postJson } from "../../common/json-requests.ts";

interface RuleDialogProps {
  targets: readonly Target[];
  /** SKUs can be chosen from the print service's catalog. */
  hasCatalog: boolean;
  onClose(): void;
}

/** Maps variants by their options: asks for the rule, shows what it changes, and saves that. */
export function RuleDialog({ targets, hasCatalog, onClose }: RuleDialogProps) {
  // The form's fields as they were: a save loads the page again.
  const [variants] = useState(targets);
  const [options] = useState(() => optionsOf(targets));
  const ruleForm = useRuleForm(options);
  const metafields = useMetafields();
  async function preview() {
    const rule = ruleForm.check();
    if (!rule) return null;
    const values = await metafields.read(metafieldsOf(rule), targets);
    return values && toPreview(targets, proposeByRule(rule, targets, values));
  }
  return (
    <MethodDialog
      title={MAPPING_METHODS.rule.title}
      ready={!isEmptyRule(ruleForm.form)}
      onPreview={preview}
      onClose={onClose}
    >
      <BlockStack gap="600">
        <Text as="p">{MAPPING_METHODS.rule.intro}</Text>
        {metafields.failed && <MessageBanner tone="critical" text={MAPPING_METHODS.artwork.metafieldFailed} />}
        <RuleFields ruleForm={ruleForm} options={options} variants={variants} hasCatalog={hasCatalog} metafields />
        {metafields.done !== null && (
          <Text as="p">
            <span role="status">{MAPPING_METHODS.artwork.metafieldProgress(metafields.done, targets.length)}</span>
          </Text>
        )}
      </BlockStack>
    </MethodDialog>
  );
}

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
