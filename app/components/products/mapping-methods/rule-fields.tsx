import { useState } from "react";
import { BlockStack, Button, ChoiceList, InlineGrid, InlineStack, Select, TextField } from "@shopify/polaris";
import { optionNamed, type OptionValues } from "../../../catalog/options.ts";
import type { VariantToMap } from "../../../catalog/mapping-methods/proposal.ts";
import { RULE_LINKS, valueKey, type Rule } from "../../../catalog/mapping-methods/rule.ts";
import {
  emptyRule,
  isSound,
  ruleProblems,
  toRule,
  linkKey,
  combinations,
  type RuleProblems,
  type ArtworkForm,
  type SkuForm,
} from "./rule-form.ts";
import { SmallNote, Strong, Subheading } from "../../common/text.tsx";
import { MATCHES } from "../catalog-picker-copy.ts";
import {
  MatchChoice,
  MatchSummary,
  PickAndMatch,
  sortMatches,
  type MatchedProduct,
  type SkuOfKey,
} from "../catalog-match.tsx";
import { ArtworkField, MappedSkuField } from "../mapping-inputs.tsx";
import { problemMessage } from "../copy.ts";
import { MAPPING_METHODS, templateMessage } from "./copy.ts";
import {
  codeKey,
  LETTER_CASES,
  spellValue,
  SPACES,
  templateOptions,
  type Spaces,
  type TemplateProblem,
} from "../../../catalog/mapping-methods/sku-template.ts";

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
  /** SKUs can be chosen from the print service's catalog. */
  hasCatalog: boolean;
  /** Whether artwork can come from metafields. */
  metafields: boolean;
}

/** Where a rule takes print SKUs and artwork from. */
export function RuleFields({ ruleForm, options, variants, hasCatalog, metafields }: RuleFieldsProps) {
  const { form, setForm, problems } = ruleForm;
  return (
    <>
      <SkuSourceFields
        form={form.itemSku}
        options={options}
        variants={variants}
        hasCatalog={hasCatalog}
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

const artworkText = MAPPING_METHODS.artwork;

interface ArtworkSourceProps {
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
function ArtworkSourceFields(props: ArtworkSourceProps) {
  const { field, form, options, onChange } = props;
  const impossible = [
    ...(options.length > 0 ? [] : ["option"]),
    ...(props.wrongMetafield === null ? ["metafield"] : []),
  ];
  const kinds = artworkText.kinds.filter(({ value }) => !impossible.includes(value));
  return (
    <BlockStack gap="400">
      <ChoiceList
        title={artworkText.title[field]}
        choices={kinds.map(({ label, value }) => ({ label, value }))}
        selected={[form.kind]}
        onChange={([value]) => onChange({ kind: kinds.find((one) => one.value === value)?.value ?? "keep" })}
      />
      {form.kind === "same" && (
        <ArtworkField
          label={artworkText.label[field]}
          value={form.link}
          error={props.wrong.includes(linkKey(field)) && LINK_PROBLEM}
          onChange={(link) => onChange({ link })}
        />
      )}
      {form.kind === "option" && <ByOption {...props} />}
      {form.kind === "metafield" && (
        <TextField
          label={artworkText.metafield[field]}
          autoComplete="off"
          spellCheck={false}
          placeholder={artworkText.metafieldPlaceholder[field]}
          helpText={artworkText.metafieldHelp}
          value={form.metafield}
          error={props.wrongMetafield === true && artworkText.metafieldWrong}
          onChange={(metafield) => onChange({ metafield })}
        />
      )}
    </BlockStack>
  );
}

function ByOption({ field, form, options, wrong, onChange }: ArtworkSourceProps) {
  const option = options.find(({ name }) => name === form.option) ?? options[0];
  return (
    <BlockStack gap="300">
      {options.length > 1 && (
        <Select
          label={artworkText.option}
          options={options.map(({ name }) => ({ label: name, value: name }))}
          value={form.option}
          onChange={(name) => onChange({ option: name, links: {} })}
        />
      )}
      <SmallNote>{artworkText.optionHelp}</SmallNote>
      {option?.values.map((value) => (
        <ArtworkField
          key={value}
          label={artworkText.valueLabel[field](value)}
          value={form.links[valueKey(value)] ?? ""}
          error={wrong.includes(linkKey(field, valueKey(value))) && LINK_PROBLEM}
          onChange={(link) => onChange({ links: { ...form.links, [valueKey(value)]: link } })}
        />
      ))}
    </BlockStack>
  );
}

const LINK_PROBLEM = problemMessage("artworkFront", { kind: "link", reason: "bad_link" });

const skuText = MAPPING_METHODS.sku;
const COLUMNS = { xs: 1, sm: 2, md: 3 } as const;

interface SkuSourceProps {
  form: SkuForm;
  options: readonly OptionValues[];
  variants: readonly Pick<VariantToMap, "options">[];
  hasCatalog: boolean;
  problem: TemplateProblem | undefined;
  onChange(change: Partial<SkuForm>): void;
}

/** Where the print SKUs of a rule come from. */
function SkuSourceFields(props: SkuSourceProps) {
  const { form, options, onChange } = props;
  const kinds = skuText.kinds.filter(({ value }) => value !== "table" || options.length > 0);
  return (
    <BlockStack gap="400">
      <ChoiceList
        title={skuText.title}
        choices={kinds.map(({ label, value }) => ({
          label,
          value,
          helpText: value === "shopify_sku" ? skuText.shopifySkuHelp : undefined,
        }))}
        selected={[form.kind]}
        onChange={([value]) => onChange({ kind: kinds.find((one) => one.value === value)?.value ?? "keep" })}
      />
      {form.kind === "template" && <TemplateFields {...props} />}
      {form.kind === "table" && <TableFields {...props} />}
    </BlockStack>
  );
}

function TemplateFields({ form, options, problem, onChange }: SkuSourceProps) {
  const names = options.map(({ name }) => name);
  const used = templateOptions(form.template).flatMap((name) => optionNamed(options, name) ?? []);
  return (
    <BlockStack gap="400">
      <TextField
        label={skuText.template}
        autoComplete="off"
        spellCheck={false}
        placeholder={skuText.templatePlaceholder(names)}
        helpText={skuText.templateHelp(names)}
        value={form.template}
        error={problem && templateMessage(problem)}
        onChange={(template) => onChange({ template })}
      />
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
        <Select
          label={skuText.letters}
          options={[...skuText.lettersChoices]}
          value={form.letters}
          onChange={(value) => onChange({ letters: LETTER_CASES.find((one) => one === value) ?? "as_is" })}
        />
        <Select
          label={skuText.spaces}
          options={[...skuText.spacesChoices]}
          value={form.spaces}
          onChange={(value) => onChange({ spaces: value in SPACES ? (value as Spaces) : "as_is" })}
        />
      </InlineGrid>
      {used.length > 0 && <Codes form={form} options={used} onChange={onChange} />}
    </BlockStack>
  );
}

/** How single option values are written in SKUs. */
function Codes({ form, options, onChange }: Pick<SkuSourceProps, "form" | "options" | "onChange">) {
  const spelling = { ...form, codes: {} };
  return (
    <BlockStack gap="300">
      <Subheading>{skuText.codes}</Subheading>
      <SmallNote>{skuText.codesHelp}</SmallNote>
      <InlineGrid columns={COLUMNS} gap="300">
        {options.flatMap(({ name, values }) =>
          values.map((value) => {
            const key = codeKey(name, value);
            return (
              <TextField
                key={key}
                label={skuText.codeLabel(name, value)}
                autoComplete="off"
                spellCheck={false}
                placeholder={spellValue(spelling, name, value)}
                value={form.codes[key] ?? ""}
                onChange={(code) => onChange({ codes: { ...form.codes, [key]: code } })}
              />
            );
          }),
        )}
      </InlineGrid>
    </BlockStack>
  );
}

function TableFields({ form, options, variants, hasCatalog, onChange }: SkuSourceProps) {
  const rows = combinations(form.options, variants).map(({ key, values }) => ({
    key,
    name: values.join(" / "),
    options: form.options.map((name, at) => ({ name, value: values[at] ?? "" })),
  }));
  const [picking, setPicking] = useState(false);
  const [matched, setMatched] = useState<MatchedProduct | null>(null);
  const fill = (skus: readonly SkuOfKey<string>[]) =>
    onChange({ skus: { ...form.skus, ...Object.fromEntries(skus.map(({ key, itemSku }) => [key, itemSku])) } });
  const skuOf = (key: string) => form.skus[key] ?? "";
  const matchOf = (key: string) => matched?.matches.find((one) => one.key === key);
  return (
    <BlockStack gap="400">
      {options.length > 1 && (
        <ChoiceList
          allowMultiple
          title={skuText.tableOptions}
          choices={options.map(({ name }) => ({ label: name, value: name }))}
          selected={form.options}
          error={form.options.length === 0 ? skuText.noOptions : undefined}
          onChange={(chosen) => {
            // Of other combinations.
            setMatched(null);
            onChange({ options: options.map(({ name }) => name).filter((name) => chosen.includes(name)) });
          }}
        />
      )}
      {form.options.length > 0 && (
        <BlockStack gap="300">
          <Subheading>{skuText.table}</Subheading>
          <SmallNote>{skuText.tableHelp}</SmallNote>
          {hasCatalog && (
            <InlineStack>
              <Button onClick={() => setPicking(true)}>{MATCHES.fill}</Button>
            </InlineStack>
          )}
          {picking && (
            <PickAndMatch
              variants={rows}
              onMatched={(found) => {
                setPicking(false);
                setMatched(found);
                fill(sortMatches(found.matches, skuOf).missing);
              }}
              onClose={() => setPicking(false)}
            />
          )}
          {matched && (
            <div role="status">
              <BlockStack gap="200">
                <Strong>{MATCHES.title(matched.name)}</Strong>
                <MatchSummary matches={matched.matches} skuOf={skuOf} filled={null} onFill={fill} onNext={null} />
              </BlockStack>
            </div>
          )}
          <InlineGrid columns={COLUMNS} gap="300">
            {rows.map(({ key, name }) => {
              const match = matchOf(key)?.match;
              return (
                <BlockStack key={key} gap="100">
                  <MappedSkuField label={name} value={skuOf(key)} onChange={(itemSku) => fill([{ key, itemSku }])} />
                  {match && (
                    <MatchChoice
                      label={MATCHES.choices(name)}
                      match={match}
                      sku={skuOf(key)}
                      onChoose={(itemSku) => fill([{ key, itemSku }])}
                      onNext={null}
                    />
                  )}
                </BlockStack>
              );
            })}
          </InlineGrid>
        </BlockStack>
      )}
    </BlockStack>
  );
}
