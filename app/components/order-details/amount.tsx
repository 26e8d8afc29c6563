import { Box, InlineStack, Text } from "@shopify/polaris";

/** One row of a reckoning. `amount` carries its unit. */
export function Amount({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  const fontWeight = strong ? "semibold" : undefined;
  return (
    <InlineStack align="space-between" gap="200" wrap={false}>
      <Text as="span" fontWeight={fontWeight}>
        {label}
      </Text>
      <Box minWidth="fit-content">
        <Text as="span" fontWeight={fontWeight} numeric>
          {amount}
        </Text>
      </Box>
    </InlineStack>
  );
}
