import { BlockStack, Box, InlineStack, SkeletonBodyText, Tag, Text, List } from "@shopify/polaris";
import type { OrderTexts, Personalization } from "../../orders/pages/details/personalization.ts";
import { formatMoney } from "../common/format.ts";
import { Note, Subheading, TitledCard } from "../common/text.tsx";
import { ORDER_TEXTS, PERSONALIZATION } from "./copy.ts";
import { foldName } from "../../common/clean-text.ts";
import type { OrderLineId } from "../../ports/ids.ts";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { TEXT_REVIEWS } from "../../orders/core/attention.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";

/** undefined while loading. */
interface Props {
  personalization: Personalization | undefined;
}

/** What is written about the order as a whole: its total, note, cart attributes and tags. */
export function OrderTextsCard({ personalization }: Props) {
  return (
    <TitledCard title={ORDER_TEXTS.title}>
      {personalization?.status === "unreadable" ? (
        <Note>{ORDER_TEXTS.unreadable}</Note>
      ) : (
        <Texts order={personalization?.order} />
      )}
    </TitledCard>
  );
}

/** As high while loading as without note, details and tags. */
function Texts({ order }: { order: OrderTexts | undefined }) {
  const { note, attributes = [], tags = [] } = order ?? {};
  return (
    <>
      <InlineStack align="space-between" gap="200">
        <Subheading>{ORDER_TEXTS.total}</Subheading>
        {order ? <Text as="p">{formatMoney(order.total, order.currency)}</Text> : <LineSkeleton />}
      </InlineStack>
      <BlockStack gap="100">
        <Subheading>{ORDER_TEXTS.note}</Subheading>
        {note === undefined && <LineSkeleton />}
        {note === "" && <Note>{ORDER_TEXTS.noNote}</Note>}
        {note && <Multiline>{note}</Multiline>}
      </BlockStack>
      {attributes.length > 0 && (
        <BlockStack gap="100">
          <Subheading>{ORDER_TEXTS.attributes}</Subheading>
          <Attributes attributes={attributes} />
        </BlockStack>
      )}
      {tags.length > 0 && (
        <BlockStack gap="100">
          <Subheading>{ORDER_TEXTS.tags}</Subheading>
          <InlineStack gap="100">
            {tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </InlineStack>
        </BlockStack>
      )}
    </>
  );
}

/** As high as a line of text. */
const LineSkeleton = () => (
  <Box minHeight="20px" width="80px">
    <SkeletonBodyText lines={1} />
  </Box>
);

/** Note and cart attributes, for the merchant to read before the order is sent. */
export function OrderNote({ personalization }: Props) {
  if (personalization === undefined) return <LineSkeleton />;
  if (personalization.status === "unreadable") return <Text as="p">{ORDER_TEXTS.unreadable}</Text>;
  const { note, attributes } = personalization.order;
  if (note === "" && attributes.length === 0) return <Text as="p">{ORDER_TEXTS.changed}</Text>;
  return (
    <BlockStack gap="100">
      {note !== "" && <Multiline>{note}</Multiline>}
      <Attributes attributes={attributes} />
    </BlockStack>
  );
}

function Attributes({ attributes }: Pick<OrderTexts, "attributes">) {
  return attributes.map(({ name, value }, at) => <Multiline key={at}>{ORDER_TEXTS.attribute(name, value)}</Multiline>);
}

/** Each line as the customer wrote it. */
function Multiline({ children }: { children: string }) {
  return (
    <BlockStack>
      {children.split(/\r?\n/).map((line, at) => (
        <Text as="p" key={at} breakWord>
          {line}
        </Text>
      ))}
    </BlockStack>
  );
}

interface PersonalizationTextsProps {
  lineId: OrderLineId | null;
  /** The properties that the order had when it was received. */
  names: string[];
  /** undefined while loading. */
  personalization: Personalization | undefined;
}

/** The customer's texts on a line, for the merchant's review. */
export function PersonalizationTexts({ lineId, names, personalization }: PersonalizationTextsProps) {
  if (personalization === undefined) {
    // As high as texts and note: the buttons below stay where they are.
    return (
      <BlockStack gap="200">
        <PersonalizationTextsTexts texts={names.map((name) => ({ name, value: "…" }))} />
        <LineSkeleton />
      </BlockStack>
    );
  }
  if (personalization.status === "unreadable") {
    return <Text as="p">{PERSONALIZATION.unreadable(names)}</Text>;
  }
  const line = personalization.lines.find((one) => one.lineId === lineId);
  const wanted = names.map(foldName);
  const texts = (line?.texts ?? []).filter(({ name }) => wanted.includes(foldName(name)));
  if (texts.length === 0) return <Text as="p">{PERSONALIZATION.changed}</Text>;
  return (
    <BlockStack gap="200">
      <PersonalizationTextsTexts texts={texts} />
      <Text as="p" breakWord>
        {line?.note ? (
          <>
            {PERSONALIZATION.note} <Quoted>{line.note}</Quoted>
          </>
        ) : (
          PERSONALIZATION.noNote
        )}
      </Text>
    </BlockStack>
  );
}

const Quoted = ({ children }: { children: string }) => (
  <Text as="strong" fontWeight="semibold">
    “{children}”
  </Text>
);

function PersonalizationTextsTexts({ texts }: { texts: { name: string; value: string }[] }) {
  return (
    <List>
      {texts.map(({ name, value }, at) => (
        <List.Item key={at}>
          <Text as="span" breakWord>
            {name}: <Quoted>{value}</Quoted>
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

/**
 * Loads the customer's texts when the page opens, and again when others wait for review, or with another `attempt`. undefined while
 * loading.
 */
export function usePersonalization(
  page: Pick<OrderDetails, "number" | "erased" | "reasons">,
  attempt = 0,
): Personalization | undefined {
  const { load, data, state } = useFetcher<Personalization>();
  const [loaded, setLoaded] = useState<{ key: string; texts: Personalization } | null>(null);
  const pendingReviews = page.reasons.filter(({ code }) => code === "order_note" || TEXT_REVIEWS.includes(code));
  const reviewKey = pendingReviews.map(({ version }) => version).join();
  useEffect(() => {
    if (!page.erased) load(`/app/orders/${page.number}/personalization`);
  }, [load, page.number, page.erased, reviewKey, attempt]);
  useEffect(() => {
    if (data && state === "idle") setLoaded({ key: reviewKey, texts: data });
    // Not when the key changes: the texts for another one are on their way.
  }, [data, state]);
  return loaded?.key === reviewKey ? loaded.texts : undefined;
}
