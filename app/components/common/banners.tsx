import { Banner, type BannerHandles, type BannerProps } from "@shopify/polaris";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { ProviderOutage } from "../../print-accounts/provider-outage.ts";
import type { ShopifyLimit } from "../../orders/pages/shopify-limit.ts";
import type { SettingName } from "../../settings/settings.ts";
import { settingsPageOf } from "../../settings/settings-pages.ts";
import { COPY } from "./copy.ts";
import { DateTime } from "./date-time.tsx";
import { SETTINGS_LINKS } from "./page-links.ts";
import { useJsonFetcher } from "./json-requests.ts";

/** A banner with a title and one paragraph. */
export function MessageBanner({ text, ...banner }: Omit<BannerProps, "children"> & { text: ReactNode }) {
  return (
    <Banner {...banner}>
      <p>{text}</p>
    </Banner>
  );
}

/** A warning that takes the focus when it appears: in a long dialog it would be out of sight. */
export function FocusedWarning({ text }: { text: string }) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => banner.current?.focus(), []);
  return (
    <Banner ref={banner} tone="warning">
      <p>{text}</p>
    </Banner>
  );
}

const TONES = { not_connected: "warning", account_rejected: "critical" } as const;

/** Says that the print service can't be reached with an account, and what follows on this page. */
export function AccountBanner({ status, text }: { status: keyof typeof TONES; text: ReactNode }) {
  const { title, action } = COPY.account[status];
  const link = { content: action, url: SETTINGS_LINKS.print_account };
  return <MessageBanner tone={TONES[status]} title={title} action={link} text={text} />;
}

/** Says that updates may be delayed, which call fails and since when. */
export function OutageBanner({ outage, action }: { outage: ProviderOutage; action?: BannerProps["action"] }) {
  const { call, httpStatus, since, lastReadAt } = outage;
  const { title, answer, lastRead, retry } = COPY.outage;
  return (
    <Banner tone="critical" title={title} action={action}>
      <p>
        {COPY.outage.since(call)} <DateTime at={since} />. {answer(httpStatus)}{" "}
        {lastReadAt && (
          <>
            {lastRead} <DateTime at={lastReadAt} />.{" "}
          </>
        )}
        {retry}
      </p>
    </Banner>
  );
}

/** Says how many orders wait for Shopify's limit, and until when. */
export function ShopifyLimitBanner({ limit }: { limit: ShopifyLimit | null }) {
  const { title, why, pace, noAction } = COPY.shopifyLimit;
  if (!limit) return null;
  return (
    <Banner tone="info" title={title(limit.orders, limit.more)}>
      <p>
        {why}{" "}
        {limit.pace && (
          <>
            {pace(limit.pace.perMinute)} <DateTime at={limit.pace.lastAt} />.{" "}
          </>
        )}
        {noAction}
      </p>
    </Banner>
  );
}

/** Names the stored settings that cannot be read, and the consequence. */
export function UnreadableSettingsBanner(props: { unreadable: readonly SettingName[]; onSettingsPage: boolean }) {
  const { unreadable, onSettingsPage } = props;
  const { title, action, text } = COPY.unreadableSettings;
  const [first] = unreadable;
  if (!first) return null;
  const link = onSettingsPage ? undefined : { content: action, url: `/app/settings/${settingsPageOf(first)}` };
  return <MessageBanner tone="critical" title={title} action={link} text={text(unreadable)} />;
}

/** Offers a dry run after a large change, until staff closes the offer. */
export function DryRunOffer() {
  const [closed, setClosed] = useState(false);
  const closing = useJsonFetcher(() => {}, "/app/dry-run?index");
  const { title, text, action } = COPY.dryRunOffer;
  if (closed) return null;
  const link = { content: action, url: "/app/dry-run" };
  const close = () => {
    setClosed(true);
    closing.send({ action: "close_offer" });
  };
  return <MessageBanner tone="info" title={title} text={text} action={link} onDismiss={close} />;
}
