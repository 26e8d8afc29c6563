import { BlockStack, Card, SkeletonBodyText, SkeletonDisplayText, SkeletonPage } from "@shopify/polaris";

/** Takes the place of a page while it loads. */
export function PageSkeleton() {
  return (
    <SkeletonPage primaryAction>
      <BlockStack gap="400">
        {[3, 6].map((lines) => (
          <Card key={lines}>
            <BlockStack gap="400">
              <SkeletonDisplayText size="small" />
              <SkeletonBodyText lines={lines} />
            </BlockStack>
          </Card>
        ))}
      </BlockStack>
    </SkeletonPage>
  );
}
