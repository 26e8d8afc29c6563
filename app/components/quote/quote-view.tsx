import { BlockStack, Page } from "@shopify/polaris";
import { AccountBanner, MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { COPY } from "./copy.ts";
import { QuoteResultPanel } from "./quote-result-panel.tsx";
import { QuoteForm } from "./quote-form.tsx";
import type { QuoteViewProps } from "./quote-props.ts";

/** The price of any items, shipped to any destination. */
export function QuoteView(props: QuoteViewProps) {
  const { form, connected, unreachable, onSubmit } = props;
  return (
    <Page title={COPY.title} subtitle={COPY.subtitle}>
      <BlockStack gap="400">
        {!connected && <AccountBanner status="not_connected" text={COPY.notConnected} />}
        <QuoteForm {...props} />
        <div aria-live="polite">
          <BlockStack gap="400">
            {unreachable && <MessageBanner tone="critical" text={COMMON.entriesKept} />}
            <QuoteResultPanel {...props} onRetry={() => onSubmit(form)} />
          </BlockStack>
        </div>
      </BlockStack>
    </Page>
  );
}
