import { Banner, Page } from "@shopify/polaris";

/** What a page shows when it could not be loaded. `onRetry` loads it again. */
export function PageError({ missing, onRetry }: { missing: boolean; onRetry(): void }) {
  return (
    <Page title={missing ? "Not found" : "Something went wrong"} backAction={{ content: "Home", url: "/app" }}>
      <Banner
        tone={missing ? "warning" : "critical"}
        title={missing ? "There is no such page in this shop." : "This page could not be loaded."}
        action={missing ? { content: "Go to the home page", url: "/app" } : { content: "Try again", onAction: onRetry }}
      >
        <p>
          {missing
            ? "It may have been removed, or the address is not complete."
            : "Nothing is lost: orders go on in the background. Try again in a moment."}
        </p>
      </Banner>
    </Page>
  );
}
