import { Badge, BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { Home } from "../../home/home.ts";
import { timeAgo } from "../common/format.ts";
import { DateTime } from "../common/date-time.tsx";

const ACCOUNT = {
  none: { tone: "attention", label: "Not connected" },
  connected: { tone: "success", label: "Connected" },
  rejected: { tone: "critical", label: "Refused" },
} as const;

const WEBHOOKS = {
  registered: { tone: "success", label: "Registered", link: null },
  missing: {
    tone: "attention",
    label: "Not registered",
    link: { content: "Check updates", url: "/app/settings#webhooks" },
  },
  undecided: {
    tone: "warning",
    label: "Another address",
    link: { content: "Choose who gets updates", url: "/app/webhooks" },
  },
  kept: { tone: "info", label: "Another address", link: { content: "Change", url: "/app/webhooks" } },
} as const;

/** What runs in the background, and when it did so last. */
export function SystemCard({ home }: { home: Home }) {
  const { account, now } = home;
  const webhooks = WEBHOOKS[home.webhookStatus];
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          Connections
        </Text>
        <Row
          title="Print service"
          badge={<Badge tone={ACCOUNT[account.state].tone}>{ACCOUNT[account.state].label}</Badge>}
        >
          {account.state !== "none" && account.since && (
            <>
              Since <DateTime at={account.since} />
            </>
          )}
        </Row>
        <Row title="Tracking and status" badge={<Badge tone={webhooks.tone}>{webhooks.label}</Badge>}>
          {webhooks.link && <Link url={webhooks.link.url}>{webhooks.link.content}</Link>}
        </Row>
        <Row
          title="Messages received"
          badge={
            home.failedWebhooks > 0 ? (
              <Badge tone="warning">Some not read</Badge>
            ) : (
              <Badge tone="success">All read</Badge>
            )
          }
        >
          {home.failedWebhooks > 0 && <Link url="/app/failed-webhooks">See which</Link>}
        </Row>
        <Row title="Orders read from Shopify">
          <LastRun at={home.ordersSweptAt} now={now} />. New orders come by themselves; this finds what was missed.
        </Row>
        <Row title="Orders taken since">
          <DateTime at={home.goLiveAt} />. Older ones are left alone. <Link url="/app/settings#sending">Change</Link>
        </Row>
        {account.state !== "none" && (
          <Row title="Status read from print service" badge={home.outage && <Badge tone="critical">Failing</Badge>}>
            <LastRun at={home.accountSweptAt} now={now} />
          </Row>
        )}
      </BlockStack>
    </Card>
  );
}

function Row({ title, badge, children }: { title: string; badge?: ReactNode; children: ReactNode }) {
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <Text as="h3" variant="headingSm">
          {title}
        </Text>
        {badge}
      </InlineStack>
      {children && (
        <Text as="p" tone="subdued">
          {children}
        </Text>
      )}
    </BlockStack>
  );
}

function LastRun({ at, now }: { at: string | null; now: string }) {
  if (!at) return "First within 10 minutes";
  return (
    <>
      <DateTime at={at} /> ({timeAgo(at, new Date(now))})
    </>
  );
}
