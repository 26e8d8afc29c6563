import { BlockStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { optionsOf } from "../../../catalog/ways/options.ts";
import { proposeByRule } from "../../../catalog/ways/rule.ts";
import { ArtworkSourceFields } from "./artwork-source-fields.tsx";
import { WAYS } from "./copy.ts";
import { toPreview, type Target } from "./preview-rows.ts";
import { emptyRule, isEmptyRule, ruleProblems, toRule } from "./rule-form.ts";
import { SkuSourceFields } from "./sku-source-fields.tsx";
import { WayDialog } from "./way-dialog.tsx";

/** Maps variants by their options: asks for the rule, shows what it changes, and saves that. */
export function RuleDialog({ targets, onClose }: { targets: readonly Target[]; onClose(): void }) {
  // The targets as they were: a save loads the page again.
  const [variants] = useState(targets);
  const [options] = useState(() => optionsOf(targets));
  const [form, setForm] = useState(() => emptyRule(options));
  const [shown, setShown] = useState(false);
  const problems = shown ? ruleProblems(form, options) : { links: [] };
  function preview() {
    const { template, links } = ruleProblems(form, options);
    setShown(true);
    return template || links.length > 0 ? null : toPreview(variants, proposeByRule(toRule(form), variants));
  }
  return (
    <WayDialog title={WAYS.rule.title} ready={!isEmptyRule(form)} onPreview={preview} onClose={onClose}>
      <BlockStack gap="600">
        <Text as="p">{WAYS.rule.intro}</Text>
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
            onChange={(change) => setForm({ ...form, [field]: { ...form[field], ...change } })}
          />
        ))}
      </BlockStack>
    </WayDialog>
  );
}
