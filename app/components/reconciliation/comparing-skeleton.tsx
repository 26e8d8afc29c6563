import { BlockStack, Box, Card, SkeletonBodyText, SkeletonTabs, Text } from "@shopify/polaris";

/** Stands for the buckets while the service's list is read. */
export function Comparing() {
  return (
    <Card padding="0">
      <SkeletonTabs count={4} />
      <Box padding="400">
        <BlockStack gap="400">
          <div role="status">
            <Text as="p" tone="subdued">
              Reading the print service’s list. With many orders this takes some seconds.
            </Text>
          </div>
          <SkeletonBodyText lines={6} />
        </BlockStack>
      </Box>
    </Card>
  );
}
