import { Banner } from "@shopify/polaris";

/** Stands for the registrations when they could not be read. */
export function LoadFailedBanner({ onRetry }: { onRetry(): void }) {
  return (
    <Banner
      tone="warning"
      title="The registrations could not be read."
      action={{ content: "Try again", onAction: onRetry }}
    />
  );
}
