import {
  BlockStack,
  Card,
  SkeletonBodyText,
  SkeletonDisplayText,
  SkeletonPage,
  Banner,
  Page,
  Box,
} from "@shopify/polaris";
import type { ReactNode } from "react";
import { COPY } from "./copy.ts";
import { MessageBanner } from "./banners.tsx";
import { SETTINGS_LINKS } from "./page-links.ts";
import { useShop } from "./shop-context.tsx";

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

/** Above a page whose buttons are not for this person: whom to ask. */
export function DenialBanner({ text: why }: { text: string }) {
  return (
    <AbovePage>
      <MessageBanner tone="info" text={why} />
    </AbovePage>
  );
}

function AbovePage({ children }: { children: ReactNode }) {
  return (
    <div className="Inkbridge-AbovePage">
      <Box paddingBlockStart="400" paddingInline={{ xs: "0", sm: "600" }}>
        {children}
      </Box>
    </div>
  );
}

const { title, text, action } = COPY.practice;

/** Above every page of a shop with a practice account. */
export function PracticeBanner() {
  if (!useShop().practice) return null;
  return (
    <AbovePage>
      <MessageBanner
        tone="info"
        title={title}
        text={text}
        action={{ content: action, url: SETTINGS_LINKS.print_account }}
      />
    </AbovePage>
  );
}
