import { BlockStack, Button, FormLayout, InlineStack, List, Select, Text, TextField } from "@shopify/polaris";
import type { AddressDoubt, AddressFinding } from "../../address/doubtful-address.ts";
import { provinceNamed, provincesOf } from "../../address/province.ts";
import type { LineForm, OrderForm } from "../../orders/changes/change-form.ts";
import type { FieldProblem } from "../../orders/changes/find-problems.ts";
import type { ChangedAddress, ChangedValues } from "../../orders/core/order-change.ts";
import { methodsTo } from "../../ports/order-model.ts";
import { ADDRESS_LABELS, CHANGE, CHANGE_FIELD_LABELS, methodLabel, problemText } from "./change-copy.ts";
import { DOUBTS } from "./copy.ts";

interface FieldsProps {
  values: ChangedValues;
  problems: readonly FieldProblem[];
  onChange(values: ChangedValues): void;
}

const LINE_TEXTS = ["itemSku", "artworkFront", "artworkBack", "mockup", "note"] as const;
const CONTACT_TEXTS = ["email", "phone"] as const;
type TextName = (typeof LINE_TEXTS)[number] | (typeof CONTACT_TEXTS)[number];

/** A list, since a form spaces its own children only. */
const textFields = (fields: readonly TextName[], { values, problems, onChange }: FieldsProps) =>
  fields.map((field) => (
    <TextField
      key={field}
      label={CHANGE_FIELD_LABELS[field]}
      value={values[field] ?? ""}
      error={problemText(problems, field)}
      autoComplete="off"
      onChange={(text) => onChange({ ...values, [field]: text })}
    />
  ));

/** A quantity as it is typed. */
export interface QuantityField {
  text: string;
  /** The text is no quantity that can be printed. */
  isBad: boolean;
  onChange(text: string): void;
}

/** What a line is printed with. */
export function LineFields({ form, quantity, ...fields }: FieldsProps & { form: LineForm; quantity: QuantityField }) {
  return (
    <FormLayout>
      {textFields(LINE_TEXTS, fields)}
      {form.texts.length > 0 && <CustomerTexts form={form} />}
      {form.needed !== null && (
        <TextField
          label={CHANGE_FIELD_LABELS.quantity}
          type="number"
          min={1}
          max={form.needed}
          value={quantity.text}
          helpText={CHANGE.needed(form.needed)}
          error={quantity.isBad ? CHANGE.badQuantity(form.needed) : problemText(fields.problems, "quantity")}
          autoComplete="off"
          onChange={quantity.onChange}
        />
      )}
    </FormLayout>
  );
}

function CustomerTexts({ form }: { form: LineForm }) {
  return (
    <BlockStack gap="100">
      <Text as="p">{CHANGE.customerEntered}</Text>
      <List>
        {form.texts.map(({ name, value }, at) => (
          <List.Item key={at}>
            <Text as="span" breakWord>
              {name}: {value}
            </Text>
          </List.Item>
        ))}
      </List>
    </BlockStack>
  );
}

type AddressText = Exclude<keyof ChangedAddress, "countryCode">;

/** Who gets the parcel, and how it goes. */
export function OrderFields(
  props: FieldsProps & {
    form: OrderForm;
    address: ChangedAddress;
    countries: readonly { value: string; label: string }[];
  },
) {
  const { form, address, values, problems, countries, onChange } = props;
  const setAddress = (part: Partial<ChangedAddress>) => onChange({ ...values, address: { ...address, ...part } });
  const methods = methodsTo(address.countryCode);
  const { method = null } = values;
  const shown = methods.includes(method) ? methods : [...methods, method];
  const doubts = (field: AddressFinding["field"]) => {
    const findings = form.findings.filter((one) => one.field === field && isStillTrue(one, form.values, values));
    if (findings.length === 0) return undefined;
    return <Doubts findings={findings} address={address} onUse={setAddress} />;
  };
  const input = (field: AddressText) => (
    <TextField
      key={field}
      label={ADDRESS_LABELS[field]}
      value={address[field]}
      error={problemText(problems, `address.${field}`)}
      helpText={field === "address1" || field === "address2" || field === "zip" ? doubts(field) : undefined}
      autoComplete="off"
      onChange={(text) => setAddress({ [field]: text })}
    />
  );
  return (
    <FormLayout>
      <Select
        label={ADDRESS_LABELS.countryCode}
        options={[{ value: "", label: "" }, ...countries]}
        value={address.countryCode}
        error={problemText(problems, "address.countryCode") ?? problemText(problems, "address")}
        onChange={(countryCode) => setAddress({ countryCode, ...provinceIn(countryCode, address) })}
      />
      <FormLayout.Group>{[input("firstName"), input("lastName")]}</FormLayout.Group>
      {input("company")}
      {input("address1")}
      {input("address2")}
      <FormLayout.Group>{[input("city"), input("zip")]}</FormLayout.Group>
      {provincesOf(address.countryCode).length > 0 ? (
        <ProvinceSelect address={address} problems={problems} onChange={setAddress} />
      ) : (
        <FormLayout.Group>{[input("province"), input("provinceCode")]}</FormLayout.Group>
      )}
      <FormLayout.Group>{textFields(CONTACT_TEXTS, props)}</FormLayout.Group>
      <Select
        label={CHANGE_FIELD_LABELS.method}
        options={shown.map((one) => ({ value: String(one ?? ""), label: methodLabel(one) }))}
        value={String(method ?? "")}
        error={problemText(problems, "method")}
        helpText={doubts("method")}
        onChange={(text) => onChange({ ...values, method: shown.find((one) => String(one ?? "") === text) ?? null })}
      />
    </FormLayout>
  );
}

/** What a doubt follows from. */
const BASES: Readonly<Record<AddressDoubt, readonly (keyof ChangedAddress)[]>> = {
  zip: ["zip", "provinceCode", "countryCode"],
  zip_region: ["zip", "provinceCode", "countryCode"],
  house_number: ["address1", "address2", "countryCode"],
  line_too_long: ["address1", "address2", "company"],
  po_box: ["address1", "address2", "provinceCode", "countryCode"],
};

/** Whether nothing was typed since that a doubt follows from: another address is checked for the preview. */
function isStillTrue({ doubt }: AddressFinding, before: ChangedValues, now: ChangedValues): boolean {
  const isSame = BASES[doubt].every((part) => before.address?.[part] === now.address?.[part]);
  return isSame && (doubt !== "po_box" || before.method === now.method);
}

/** What makes a field doubtful, each with what may be meant. */
function Doubts(props: {
  findings: readonly AddressFinding[];
  address: ChangedAddress;
  onUse(part: Partial<ChangedAddress>): void;
}) {
  const { findings, address, onUse } = props;
  return (
    <BlockStack gap="100">
      {findings.map((finding) => {
        const offer = offerOf(finding, address.countryCode);
        return (
          <InlineStack key={finding.doubt} gap="200">
            <Text as="span" tone="caution">
              {DOUBTS[finding.doubt]}
            </Text>
            {offer && (
              <Button variant="plain" onClick={() => onUse(offer.part)}>
                {offer.label}
              </Button>
            )}
          </InlineStack>
        );
      })}
    </BlockStack>
  );
}

/** The button for a suggestion; null without one that the form can show. */
function offerOf(
  { suggestion }: AddressFinding,
  country: string,
): { label: string; part: Partial<ChangedAddress> } | null {
  if (!suggestion) return null;
  const { zip, provinceCode } = suggestion;
  if (zip !== undefined) return { label: CHANGE.useZip(zip), part: { zip } };
  if (provinceCode === undefined) return { label: CHANGE.splitLine, part: suggestion };
  const part = provinceIn(country, { province: "", provinceCode });
  return part.province === "" ? null : { label: CHANGE.useProvince(part.province), part };
}

/** A state of the country, by its name: name and code change together. */
function ProvinceSelect(props: {
  address: ChangedAddress;
  problems: readonly FieldProblem[];
  onChange(part: Partial<ChangedAddress>): void;
}) {
  const { address, problems, onChange } = props;
  const provinces = provincesOf(address.countryCode);
  const { provinceCode: code } = provinceIn(address.countryCode, address);
  return (
    <Select
      label={ADDRESS_LABELS.province}
      options={[{ value: "", label: "" }, ...provinces.map(({ code, name }) => ({ value: code, label: name }))]}
      value={provinces.some((one) => one.code === code) ? code : ""}
      error={problemText(problems, "address.province") ?? problemText(problems, "address.provinceCode")}
      onChange={(chosen) => onChange(provinceIn(address.countryCode, { province: "", provinceCode: chosen }))}
    />
  );
}

/** The same state as the country's list has it. Where the list lacks it, none; without a list, as it is. */
function provinceIn(
  country: string,
  { province, provinceCode }: Pick<ChangedAddress, "province" | "provinceCode">,
): Pick<ChangedAddress, "province" | "provinceCode"> {
  const provinces = provincesOf(country);
  if (provinces.length === 0) return { province, provinceCode };
  const code = provinceNamed(country, provinceCode) ?? provinceNamed(country, province) ?? "";
  return { province: provinces.find((one) => one.code === code)?.name ?? "", provinceCode: code };
}

/** The quantity that a field's text says; null: none between the bounds, or no whole number. */
export function typedQuantity(text: string, { min, max }: { min: number; max: number }): number | null {
  const typed = text.trim();
  if (!/^\d{1,6}$/.test(typed)) return null;
  const quantity = Number(typed);
  return quantity >= min && quantity <= max ? quantity : null;
}
