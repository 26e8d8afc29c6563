import { Box, List, SkeletonBodyText, Text } from "@shopify/polaris";
import type { Personalization } from "../../orders/pages/details/personalization.ts";

export interface PersonalizationTextsProps {
  lineId: string | null;
  /** The properties that were found when the order came in. */
  names: string[];
  /** undefined while it comes. */
  personalization: Personalization | undefined;
}

/** The buyer's own words on a line, which a person has to look at. */
export function PersonalizationTexts({ lineId, names, personalization }: PersonalizationTextsProps) {
  if (personalization === undefined) {
    return (
      <Box maxWidth="240px">
        <SkeletonBodyText lines={1} />
      </Box>
    );
  }
  if (personalization.status === "unreadable") {
    return (
      <Text as="p">
        Shopify does not show the text right now. Open the order in Shopify and look at: {names.join(", ")}.
      </Text>
    );
  }
  const texts = personalization.lines.find((line) => line.lineId === lineId)?.texts ?? [];
  if (texts.length === 0) return <Text as="p">There is no text any more: the order was changed in Shopify.</Text>;
  return (
    <List>
      {texts.map(({ name, value }, at) => (
        <List.Item key={at}>
          <Text as="span" breakWord>
            {name}:{" "}
            <Text as="strong" fontWeight="semibold">
              “{value}”
            </Text>
          </Text>
        </List.Item>
      ))}
    </List>
  );
}
