import { Banner, BlockStack, List, Text, Badge, InlineStack } from "@shopify/polaris";
import type { ChangePreview } from "../../orders/changes/change-order.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import type { ChangedValues } from "../../orders/core/order-change.ts";
import type { ChangedField, PrintOrder } from "../../ports/order-model.ts";
import { Note } from "../common/text.tsx";
import { AddressBlock } from "./address-block.tsx";
import { CHANGE, CHANGE_FIELD_LABELS, methodLabel } from "./change-copy.ts";
import { DOUBTS } from "./copy.ts";
import type { ChangeView } from "../../orders/pages/details/change-views.ts";
import type { ReactNode } from "react";
import type { SubjectForm } from "../../orders/changes/change-form.ts";

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

/** The old and the new value of a field. */
function Difference(props: { field: ChangedField; before: ChangedValues; after: ChangedValues }) {
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
function valueText(field: ChangedField, values: ChangedValues): string {
  if (field === "method") return methodLabel(values.method ?? null);
  if (field !== "address") return String(values[field] ?? "") || CHANGE.none;
  const { firstName, lastName, company, address1, address2, city, provinceCode, zip, countryCode } =
    values.address ?? {};
  const name = [firstName, lastName].filter(Boolean).join(" ");
  const parts = [name, company, address1, address2, city, provinceCode, zip, countryCode].filter(Boolean);
  return parts.join(", ") || CHANGE.none;
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
