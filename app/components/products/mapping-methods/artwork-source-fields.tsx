import { BlockStack, ChoiceList, Select, TextField } from "@shopify/polaris";
import type { OptionValues } from "../../../catalog/mapping-methods/options.ts";
import { valueKey, type RULE_LINKS } from "../../../catalog/mapping-methods/rule.ts";
import { SmallNote } from "../../common/text.tsx";
import { ArtworkField } from "../artwork-field.tsx";
import { problemMessage } from "../copy.ts";
import { MAPPING_METHODS } from "./copy.ts";
import { linkKey, type ArtworkForm } from "./rule-form.ts";

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
export function ArtworkSourceFields(props: Props) {
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
