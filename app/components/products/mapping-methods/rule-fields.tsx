import { useState } from "react";
import type { OptionValues } from "../../../catalog/mapping-methods/options.ts";
import type { VariantToMap } from "../../../catalog/mapping-methods/proposal.ts";
import { RULE_LINKS, type Rule, valueKey } from "../../../catalog/mapping-methods/rule.ts";
import { emptyRule, isSound, ruleProblems, toRule, type RuleProblems, linkKey, type ArtworkForm } from "./rule-form.ts";
import { SkuSourceFields } from "./sku-source-fields.tsx";
import { BlockStack, ChoiceList, Select, TextField } from "@shopify/polaris";
import { SmallNote } from "../../common/text.tsx";
import { ArtworkField } from "../artwork-field.tsx";
import { problemMessage } from "../copy.ts";
import { MAPPING_METHODS } from "./copy.ts";

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

const text = MAPPING_METHODS.artwork;

interface Props {
  field: (typeof RULE_LINKS)[number];
  form: ArtworkForm;
  options: readonly OptionValues[];
  /** The fields with a text that is no link, by their `linkKey`. */
  wrong: readonly string[];
  /** Whether the metafield's name is wrong; null: metafields cannot be chosen. */
  wrongMetafield: boolean | null;
  onChange(change: Partial<ArtworkForm>): void;
}

/** Where the artwork of one side comes from. */
function ArtworkSourceFields(props: Props) {
  const { field, form, options, onChange } = props;
  const impossible = [
    ...(options.length > 0 ? [] : ["option"]),
    ...(props.wrongMetafield === null ? ["metafield"] : []),
  ];
  const kinds = text.kinds.filter(({ value }) => !impossible.includes(value));
  return (
    <BlockStack gap="400">
      <ChoiceList
        title={text.title[field]}
        choices={kinds.map(({ label, value }) => ({ label, value }))}
        selected={[form.kind]}
        onChange={([value]) => onChange({ kind: kinds.find((one) => one.value === value)?.value ?? "keep" })}
      />
      {form.kind === "same" && (
        <ArtworkField
          label={text.label[field]}
          value={form.link}
          error={props.wrong.includes(linkKey(field)) && LINK_PROBLEM}
          onChange={(link) => onChange({ link })}
        />
      )}
      {form.kind === "option" && <ByOption {...props} />}
      {form.kind === "metafield" && (
        <TextField
          label={text.metafield[field]}
          autoComplete="off"
          spellCheck={false}
          placeholder={text.metafieldPlaceholder[field]}
          helpText={text.metafieldHelp}
          value={form.metafield}
          error={props.wrongMetafield === true && text.metafieldWrong}
          onChange={(metafield) => onChange({ metafield })}
        />
      )}
    </BlockStack>
  );
}

function ByOption({ field, form, options, wrong, onChange }: Props) {
  const option = options.find(({ name }) => name === form.option) ?? options[0];
  return (
    <BlockStack gap="300">
      {options.length > 1 && (
        <Select
          label={text.option}
          options={options.map(({ name }) => ({ label: name, value: name }))}
          value={form.option}
          onChange={(name) => onChange({ option: name, links: {} })}
        />
      )}
      <SmallNote>{text.optionHelp}</SmallNote>
      {option?.values.map((value) => (
        <ArtworkField
          key={value}
          label={text.valueLabel[field](value)}
          value={form.links[valueKey(value)] ?? ""}
          error={wrong.includes(linkKey(field, valueKey(value))) && LINK_PROBLEM}
          onChange={(link) => onChange({ links: { ...form.links, [valueKey(value)]: link } })}
        />
      ))}
    </BlockStack>
  );
}

const LINK_PROBLEM = problemMessage("artworkFront", { kind: "link", reason: "bad_link" });
