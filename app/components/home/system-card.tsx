import { Badge, BlockStack, InlineStack, Link } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { Home } from "../../home/home.ts";
import { timeAgo } from "../common/format.ts";
import { DateTime } from "../common/date-time.tsx";
import { ACCOUNT_BADGES, COPY, SKU_CHECK_PROBLEMS, WEBHOOK_BADGES } from "./copy.ts";
import { Note, Subheading } from "../common/text.tsx";
import { TitledCard } from "../common/titled-card.tsx";

const text = COPY.system;

/** The connections, and when each was last used. */
export function SystemCard({ home }: { home: Home }) {
  const { account, now } = home;
  const accountBadge = ACCOUNT_BADGES[account.state];
  const webhooks = WEBHOOK_BADGES[home.webhookStatus];
  return (
    <TitledCard title={text.title}>
      <Row title={text.account} badge={<Badge tone={accountBadge.tone}>{accountBadge.label}</Badge>}>
        {account.state !== "none" && account.since && (
          <>
            {account.state === "rejected" ? text.rejectedOn : text.connectedOn} <DateTime at={account.since} />
          </>
        )}
      </Row>
      <Row title={text.webhooks} badge={<Badge tone={webhooks.tone}>{webhooks.label}</Badge>}>
        {webhooks.link && <Link url={webhooks.link.url}>{webhooks.link.content}</Link>}
      </Row>
      {(account.state !== "none" || home.failedWebhooks > 0) && <FailedWebhooks count={home.failedWebhooks} />}
      <Row title={text.shopifySync}>
        <LastRun at={home.ordersSweptAt} now={now} />. {text.shopifySyncHint}
      </Row>
      <Row title={text.startDate}>
        <DateTime at={home.goLiveAt} />. <Link url="/app/settings#sending">{text.change}</Link>
      </Row>
      {account.state !== "none" && (
        <Row title={text.providerSync} badge={home.outage && <Badge tone="critical">{text.failing}</Badge>}>
          <LastRun at={home.accountSweptAt} now={now} />
        </Row>
      )}
      {home.skuCheck && <SkuCheck {...home.skuCheck} />}
    </TitledCard>
  );
}

function FailedWebhooks({ count }: { count: number }) {
  if (count === 0) return <Row title={text.failedWebhooks} badge={<Badge tone="success">{text.noneFailed}</Badge>} />;
  return (
    <Row title={text.failedWebhooks} badge={<Badge tone="warning">{text.someFailed}</Badge>}>
      <Link url="/app/failed-webhooks">{text.viewFailed}</Link>
    </Row>
  );
}

function SkuCheck({ enabled, last }: Pick<NonNullable<Home["skuCheck"]>, "enabled" | "last">) {
  if (!enabled) {
    return (
      <Row title={text.skuCheck} badge={<Badge>{text.off}</Badge>}>
        <Link url="/app/settings#prices">{text.change}</Link>
      </Row>
    );
  }
  const problem = last?.problem ? SKU_CHECK_PROBLEMS[last.problem] : null;
  return (
    <Row title={text.skuCheck} badge={problem && <Badge tone="attention">{text.incomplete}</Badge>}>
      {last ? <DateTime at={last.at} /> : text.firstSkuCheck}
      {problem && `. ${problem}`}
    </Row>
  );
}

function Row({ title, badge, children }: { title: string; badge?: ReactNode; children?: ReactNode }) {
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <Subheading>{title}</Subheading>
        {badge}
      </InlineStack>
      {children && <Note>{children}</Note>}
    </BlockStack>
  );
}

function LastRun({ at, now }: { at: string | null; now: string }) {
  if (!at) return text.firstSync;
  return (
    <>
      <DateTime at={at} /> ({timeAgo(at, new Date(now))})
    </>
  );
}
