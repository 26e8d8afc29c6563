import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import type { ChangedValues } from "../../orders/core/order-change.ts";
import type { ChangeView } from "../../orders/pages/details/line-views.ts";
import type { ChangedField } from "../../ports/order-model.ts";
import { Note } from "../common/text.tsx";
import { CHANGE, CHANGE_FIELD_LABELS, methodLabel } from "./change-copy.ts";

/** What staff changed, old and new, and why. */
export function ChangedValuesNote({ change }: { change: ChangeView }) {
  return (
    <BlockStack gap="100">
      <InlineStack>
        <Badge tone="attention">{CHANGE.badge}</Badge>
      </InlineStack>
      {change.fields.map((field) => (
        <Difference key={field} field={field} before={change.before} after={change.after} />
      ))}
      <Note breakWord>
        {CHANGE.reason}: {change.reason}
      </Note>
    </BlockStack>
  );
}

/** The old and the new value of a field. */
export function Difference(props: { field: ChangedField; before: ChangedValues; after: ChangedValues }) {
  const { field, before, after } = props;
  return (
    <Text as="p" breakWord>
      {CHANGE_FIELD_LABELS[field]}:{" "}
      <Text as="span" textDecorationLine="line-through" tone="subdued">
        {valueText(field, before)}
      </Text>{" "}
      →{" "}
      <Text as="strong" fontWeight="semibold">
        {valueText(field, after)}
      </Text>
    </Text>
  );
}

/** The value of a field in one line. */
export function valueText(field: ChangedField, values: ChangedValues): string {
  if (field === "method") return methodLabel(values.method ?? null);
  if (field !== "address") return String(values[field] ?? "") || CHANGE.none;
  const { firstName, lastName, company, address1, address2, city, provinceCode, zip, countryCode } =
    values.address ?? {};
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const parts = [name, company, address1, address2, city, provinceCode, zip, countryCode].filter(Boolean);
  return parts.join(", ") || CHANGE.none;
}
