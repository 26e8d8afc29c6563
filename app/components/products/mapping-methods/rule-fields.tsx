import { useState } from "react";
import type { OptionValues } from "../../../catalog/mapping-methods/options.ts";
import type { VariantToMap } from "../../../catalog/mapping-methods/proposal.ts";
import { RULE_LINKS, type Rule } from "../../../catalog/mapping-methods/rule.ts";
import { ArtworkSourceFields } from "./artwork-source-fields.tsx";
import { emptyRule, isSound, ruleProblems, toRule, type RuleProblems } from "./rule-form.ts";
import { SkuSourceFields } from "./sku-source-fields.tsx";

const NO_PROBLEMS: RuleProblems = { links: [], metafields: [] };

/** A rule as staff types it, with its problems once it was checked. */
export function useRuleForm(options: readonly OptionValues[]) {
  const [form, setForm] = useState(() => emptyRule(options));
  const [checked, setChecked] = useState(false);
  const found = ruleProblems(form, options);
  return {
    form,
    setForm,
    problems: checked ? found : NO_PROBLEMS,
    /** The rule; null while it has problems. */
    check(): Rule | null {
      setChecked(true);
      return isSound(found) ? toRule(form) : null;
    },
  };
}

interface RuleFieldsProps {
  ruleForm: ReturnType<typeof useRuleForm>;
  options: readonly OptionValues[];
  variants: readonly Pick<VariantToMap, "options">[];
  /** Whether artwork can come from metafields. */
  metafields: boolean;
}

/** Where a rule takes print SKUs and artwork from. */
export function RuleFields({ ruleForm, options, variants, metafields }: RuleFieldsProps) {
  const { form, setForm, problems } = ruleForm;
  return (
    <>
      <SkuSourceFields
        form={form.itemSku}
        options={options}
        variants={variants}
        problem={problems.template}
        onChange={(change) => setForm({ ...form, itemSku: { ...form.itemSku, ...change } })}
      />
      {RULE_LINKS.map((field) => (
        <ArtworkSourceFields
          key={field}
          field={field}
          form={form[field]}
          options={options}
          wrong={problems.links}
          wrongMetafield={metafields ? problems.metafields.includes(field) : null}
          onChange={(change) => setForm({ ...form, [field]: { ...form[field], ...change } })}
        />
      ))}
    </>
  );
}
