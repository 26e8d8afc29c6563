import { BlockStack, List, Text } from "@shopify/polaris";
import { foldName } from "../../common/clean-text.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import { PERSONALIZATION } from "./copy.ts";
import { LineSkeleton } from "./order-texts.tsx";
import type { OrderLineId } from "../../ports/ids.ts";

export interface PersonalizationTextsProps {
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
        <Texts texts={names.map((name) => ({ name, value: "…" }))} />
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
      <Texts texts={texts} />
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

function Texts({ texts }: { texts: { name: string; value: string }[] }) {
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
