import { BlockStack, ChoiceList, InlineGrid, Select, TextField } from "@shopify/polaris";
import type { OptionValues } from "../../../catalog/mapping-methods/options.ts";
import type { VariantToMap } from "../../../catalog/mapping-methods/proposal.ts";
import {
  codeKey,
  LETTER_CASES,
  spellValue,
  SPACES,
  templateOptions,
  type Spaces,
  type TemplateProblem,
} from "../../../catalog/mapping-methods/sku-template.ts";
import { optionKey } from "../../../catalog/same-options.ts";
import { SmallNote, Subheading } from "../../common/text.tsx";
import { MappedSkuField } from "../mapped-sku-field.tsx";
import { templateMessage, MAPPING_METHODS } from "./copy.ts";
import { combinations, type SkuForm } from "./rule-form.ts";

const text = MAPPING_METHODS.sku;
const COLUMNS = { xs: 1, sm: 2, md: 3 } as const;

interface Props {
  form: SkuForm;
  options: readonly OptionValues[];
  variants: readonly Pick<VariantToMap, "options">[];
  problem: TemplateProblem | undefined;
  onChange(change: Partial<SkuForm>): void;
}

/** Where the print SKUs of a rule come from. */
export function SkuSourceFields(props: Props) {
  const { form, options, onChange } = props;
  const kinds = text.kinds.filter(({ value }) => value !== "table" || options.length > 0);
  return (
    <BlockStack gap="400">
      <ChoiceList
        title={text.title}
        choices={kinds.map(({ label, value }) => ({
          label,
          value,
          helpText: value === "shopify_sku" ? text.shopifySkuHelp : undefined,
        }))}
        selected={[form.kind]}
        onChange={([value]) => onChange({ kind: kinds.find((one) => one.value === value)?.value ?? "keep" })}
      />
      {form.kind === "template" && <TemplateFields {...props} />}
      {form.kind === "table" && <TableFields {...props} />}
    </BlockStack>
  );
}

function TemplateFields({ form, options, problem, onChange }: Props) {
  const names = options.map(({ name }) => name);
  const used = templateOptions(form.template).flatMap(
    (name) => options.find((option) => optionKey(option.name) === optionKey(name)) ?? [],
  );
  return (
    <BlockStack gap="400">
      <TextField
        label={text.template}
        autoComplete="off"
        spellCheck={false}
        placeholder={text.templatePlaceholder(names)}
        helpText={text.templateHelp(names)}
        value={form.template}
        error={problem && templateMessage(problem)}
        onChange={(template) => onChange({ template })}
      />
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
        <Select
          label={text.letters}
          options={[...text.lettersChoices]}
          value={form.letters}
          onChange={(value) => onChange({ letters: LETTER_CASES.find((one) => one === value) ?? "as_is" })}
        />
        <Select
          label={text.spaces}
          options={[...text.spacesChoices]}
          value={form.spaces}
          onChange={(value) => onChange({ spaces: value in SPACES ? (value as Spaces) : "as_is" })}
        />
      </InlineGrid>
      {used.length > 0 && <Codes form={form} options={used} onChange={onChange} />}
    </BlockStack>
  );
}

/** How single option values are written in SKUs. */
function Codes({ form, options, onChange }: Pick<Props, "form" | "options" | "onChange">) {
  const spelling = { ...form, codes: {} };
  return (
    <BlockStack gap="300">
      <Subheading>{text.codes}</Subheading>
      <SmallNote>{text.codesHelp}</SmallNote>
      <InlineGrid columns={COLUMNS} gap="300">
        {options.flatMap(({ name, values }) =>
          values.map((value) => {
            const key = codeKey(name, value);
            return (
              <TextField
                key={key}
                label={text.codeLabel(name, value)}
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

function TableFields({ form, options, variants, onChange }: Props) {
  return (
    <BlockStack gap="400">
      {options.length > 1 && (
        <ChoiceList
          allowMultiple
          title={text.tableOptions}
          choices={options.map(({ name }) => ({ label: name, value: name }))}
          selected={form.options}
          error={form.options.length === 0 ? text.noOptions : undefined}
          onChange={(chosen) =>
            onChange({ options: options.map(({ name }) => name).filter((name) => chosen.includes(name)) })
          }
        />
      )}
      {form.options.length > 0 && (
        <BlockStack gap="300">
          <Subheading>{text.table}</Subheading>
          <SmallNote>{text.tableHelp}</SmallNote>
          <InlineGrid columns={COLUMNS} gap="300">
            {combinations(form.options, variants).map(({ key, values }) => (
              <MappedSkuField
                key={key}
                label={values.join(" / ")}
                value={form.skus[key] ?? ""}
                onChange={(sku) => onChange({ skus: { ...form.skus, [key]: sku } })}
              />
            ))}
          </InlineGrid>
        </BlockStack>
      )}
    </BlockStack>
  );
}
