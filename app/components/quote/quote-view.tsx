import { BlockStack, Page } from "@shopify/polaris";
import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { AccountBanner, MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { COPY } from "./copy.ts";
import { MethodsTable } from "./methods-table.tsx";
import { placeOf, QuoteResultPanel } from "./quote-result.tsx";
import { QuoteForm, type QuoteViewProps } from "./quote-form.tsx";
import { writeForm, type BasketForm } from "../../quotes/basket-form.ts";
import { isReachable } from "../common/use-auto-refresh.ts";

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
            {props.methods && (
              <MethodsTable
                methods={props.methods}
                place={placeOf(props)}
                loading={props.refreshing}
                onRetry={props.onRefresh}
              />
            )}
          </BlockStack>
        </div>
      </BlockStack>
    </Page>
  );
}

/** Opens the address of a quote. Where the app cannot be reached, an error would replace the page and what was typed. */
export function useGetQuote() {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<BasketForm | null>(null);
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    if (!asked) return;
    // Staff that has left for another page is not brought back.
    const left = new AbortController();
    void isReachable(left.signal).then((reachable) => {
      if (left.signal.aborted) return;
      setAsked(null);
      setUnreachable(!reachable);
      if (reachable) navigate({ search: writeForm(asked).toString() });
    });
    return () => left.abort();
  }, [asked]);
  return { asking: asked !== null, unreachable, getQuote: setAsked };
}
