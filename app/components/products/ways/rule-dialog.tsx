import { BlockStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { optionsOf } from "../../../catalog/ways/options.ts";
import { metafieldsOf, proposeByRule } from "../../../catalog/ways/rule.ts";
import { ArtworkSourceFields } from "./artwork-source-fields.tsx";
import { MessageBanner } from "../../common/banners.tsx";
import { WAYS } from "./copy.ts";
import { toPreview, type Target } from "../../../catalog/ways/preview.ts";
import { emptyRule, isEmptyRule, isSound, ruleProblems, toRule, type RuleProblems } from "./rule-form.ts";
import { SkuSourceFields } from "./sku-source-fields.tsx";
import { useMetafields } from "./use-metafields.ts";
import { WayDialog } from "./way-dialog.tsx";

const NO_PROBLEMS: RuleProblems = { links: [], metafields: [] };

/** Maps variants by their options: asks for the rule, shows what it changes, and saves that. */
export function RuleDialog({ targets, onClose }: { targets: readonly Target[]; onClose(): void }) {
  // The form's fields as they were: a save loads the page again.
  const [variants] = useState(targets);
  const [options] = useState(() => optionsOf(targets));
  const [form, setForm] = useState(() => emptyRule(options));
  const [shown, setShown] = useState(false);
  const metafields = useMetafields();
  const found = ruleProblems(form, options);
  const problems = shown ? found : NO_PROBLEMS;
  async function preview() {
    setShown(true);
    if (!isSound(found)) return null;
    const rule = toRule(form);
    const values = await metafields.read(metafieldsOf(rule), targets);
    return values && toPreview(targets, proposeByRule(rule, targets, values));
  }
  return (
    <WayDialog title={WAYS.rule.title} ready={!isEmptyRule(form)} onPreview={preview} onClose={onClose}>
      <BlockStack gap="600">
        <Text as="p">{WAYS.rule.intro}</Text>
        {metafields.failed && <MessageBanner tone="critical" text={WAYS.artwork.metafieldFailed} />}
        <SkuSourceFields
          form={form.itemSku}
          options={options}
          variants={variants}
          problem={problems.template}
          onChange={(change) => setForm({ ...form, itemSku: { ...form.itemSku, ...change } })}
        />
        {(["artworkFront", "artworkBack"] as const).map((field) => (
          <ArtworkSourceFields
            key={field}
            field={field}
            form={form[field]}
            options={options}
            wrong={problems.links}
            wrongMetafield={problems.metafields.includes(field)}
            onChange={(change) => setForm({ ...form, [field]: { ...form[field], ...change } })}
          />
        ))}
        {metafields.done !== null && (
          <Text as="p">
            <span role="status">{WAYS.artwork.metafieldProgress(metafields.done, targets.length)}</span>
          </Text>
        )}
      </BlockStack>
    </WayDialog>
  );
}
