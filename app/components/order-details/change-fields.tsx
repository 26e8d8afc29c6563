import { Banner, BlockStack, Button, FormLayout, InlineStack, List, Select, Text, TextField } from "@shopify/polaris";
import type { AddressDoubt, AddressFinding } from "../../address/doubtful-address.ts";
import { provinceNamed, provincesOf } from "../../address/province.ts";
import type { LineForm, OrderForm, SubjectForm } from "../../orders/changes/change-form.ts";
import type { FieldProblem } from "../../orders/changes/find-problems.ts";
import type { ChangedAddress, ChangedValues } from "../../orders/core/order-change.ts";
import { LINK_FIELDS, methodsTo, TEXT_FIELD, type PrintOrder, type PrintSide } from "../../ports/order-model.ts";
import { ADDRESS_LABELS, CHANGE, CHANGE_FIELD_LABELS, methodLabel, problemText } from "./change-copy.ts";
import { DOUBTS } from "./copy.ts";
import type { ChangePreview } from "../../orders/changes/change-order.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { Note } from "../common/text.tsx";
import { Difference, valueText } from "./changed-values.tsx";
import { AddressBlock } from "./recipient.tsx";
import type { ReactNode } from "react";

interface FieldsProps {
  values: ChangedValues;
  problems: readonly FieldProblem[];
  onChange(values: ChangedValues): void;
}

const LINE_TEXTS = ["itemSku", ...LINK_FIELDS, "note"] as const;
const CONTACT_TEXTS = ["email", "phone"] as const;
type TextName = (typeof LINE_TEXTS)[number] | (typeof CONTACT_TEXTS)[number] | (typeof TEXT_FIELD)[PrintSide];

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
      {form.drawnSides.map(({ side, makesFile }) => (
        <TextField
          key={side}
          label={CHANGE_FIELD_LABELS[TEXT_FIELD[side]]}
          value={fields.values[TEXT_FIELD[side]] ?? ""}
          error={problemText(fields.problems, TEXT_FIELD[side])}
          helpText={makesFile ? undefined : CHANGE.pictureOnly}
          multiline
          autoComplete="off"
          onChange={(text) => fields.onChange({ ...fields.values, [TEXT_FIELD[side]]: text })}
        />
      ))}
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
  const { services } = form;
  const methods = services ? [null, ...services.map(({ code }) => code)] : methodsTo(address.countryCode);
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
        options={shown.map((one) => ({ value: String(one ?? ""), label: methodLabel(one, services) }))}
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

/** What saving a change would send to the print service, with the old value beside each new one. */
export function Preview({ preview }: { preview: ChangePreview }) {
  const { fields, before, after, printOrder, position, holds, doubts, reviews, sends } = preview;
  return (
    <BlockStack gap="400">
      <List>
        {fields.map((field) => (
          <List.Item key={field}>
            <Difference field={field} before={before} after={after} />
          </List.Item>
        ))}
      </List>
      {printOrder.after ? (
        <Sent order={printOrder.after} position={position} />
      ) : (
        <Banner tone="info">
          <p>{CHANGE.noPrintOrder}</p>
        </Banner>
      )}
      {doubts.length > 0 && (
        <Banner tone="warning" title={CHANGE.doubtful}>
          <List>
            {doubts.map((doubt) => (
              <List.Item key={doubt}>{DOUBTS[doubt]}</List.Item>
            ))}
          </List>
        </Banner>
      )}
      {holds.length > 0 && (
        <BlockStack gap="100">
          <Text as="p">{CHANGE.stillHeld}</Text>
          <List>
            {[...new Set(holds)].map((code) => (
              <List.Item key={code}>{ATTENTION[code].label}</List.Item>
            ))}
          </List>
        </BlockStack>
      )}
      {(reviews || sends) && <Text as="p">{reviews ? CHANGE.approves : CHANGE.sends}</Text>}
    </BlockStack>
  );
}

/** The exact content: the changed item, or the recipient and the shipping method. */
function Sent({ order, position }: { order: PrintOrder; position: number | null }) {
  const item = position === null ? undefined : order.items[position];
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {CHANGE.previewTitle}
      </Text>
      {item ? (
        <BlockStack gap="100">
          {(["itemSku", "quantity", "artworkFront", "artworkBack", "mockup", "note"] as const).map((field) => (
            <Text as="p" key={field} breakWord>
              {CHANGE_FIELD_LABELS[field]}: {String(item[field]) || CHANGE.none}
            </Text>
          ))}
        </BlockStack>
      ) : (
        <BlockStack gap="100">
          <AddressBlock address={order} />
          <Text as="p" breakWord>
            {order.email} · {order.phone}
          </Text>
          <Note>{methodLabel(order.method)}</Note>
        </BlockStack>
      )}
    </BlockStack>
  );
}

/** Both values of each field that has changed since staff changed it. `isLastHold`: nothing else holds the order. */
export function OutdatedChange(props: { subject: SubjectForm; isLastHold: boolean; children: ReactNode }) {
  const { subject, isLastHold, children } = props;
  return (
    <Banner tone="warning" title={CHANGE.outdatedTitle}>
      <BlockStack gap="200">
        {subject.change?.outdated.map((field) => (
          <BlockStack key={field}>
            <Text as="p" breakWord>
              {CHANGE.nowGiven(CHANGE_FIELD_LABELS[field])}: {valueText(field, subject.given)}
            </Text>
            <Text as="p" breakWord>
              {CHANGE.yourValue(CHANGE_FIELD_LABELS[field])}: {valueText(field, subject.values)}
            </Text>
          </BlockStack>
        ))}
        <Text as="p">{CHANGE.outdatedText}</Text>
        {isLastHold && <Text as="p">{CHANGE.outdatedSends}</Text>}
        {children}
      </BlockStack>
    </Banner>
  );
}
