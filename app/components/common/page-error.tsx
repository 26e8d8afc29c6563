import { Banner, Page } from "@shopify/polaris";
import { COPY } from "./copy.ts";

/** Replaces a page that could not be loaded. `onRetry` loads the page again. */
export function PageError({ missing, onRetry }: { missing: boolean; onRetry(): void }) {
  const { notFound, loadFailed, home, tryAgain } = COPY;
  return (
    <Page title={missing ? notFound.title : loadFailed.title} backAction={{ content: home, url: "/app" }}>
      <Banner
        tone={missing ? "warning" : "critical"}
        title={missing ? notFound.title : loadFailed.heading}
        action={missing ? { content: notFound.action, url: "/app" } : { content: tryAgain, onAction: onRetry }}
      >
        <p>{missing ? notFound.text : loadFailed.text}</p>
      </Banner>
    </Page>
  );
}
