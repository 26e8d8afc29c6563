import { BlockStack, Page } from "@shopify/polaris";
import { AccountBanner } from "../common/account-banner.tsx";
import { QuoteResultPanel } from "./quote-result-panel.tsx";
import { QuoteForm } from "./quote-form.tsx";
import type { QuoteViewProps } from "./quote-props.ts";

/** What any basket costs at the print service, sent to any place. */
export function QuoteView(props: QuoteViewProps) {
  const { form, connected, onSubmit } = props;
  return (
    <Page title="Quote" subtitle="What the print service takes for any basket, sent anywhere. Asking orders nothing.">
      <BlockStack gap="400">
        {connected ? null : (
          <AccountBanner status="not_connected">
            Prices come from your account at the print service. Connect it, then ask for a quote.
          </AccountBanner>
        )}
        <QuoteForm {...props} />
        <div aria-live="polite">
          <QuoteResultPanel {...props} onRetry={() => onSubmit(form)} />
        </div>
      </BlockStack>
    </Page>
  );
}
