import { Badge, BlockStack, Card, InlineStack, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { Home } from "../../home/home.ts";
import { ago } from "../common/format.ts";
import { When } from "../common/date-time.tsx";

const ACCOUNT = {
  none: { tone: "attention", says: "Not connected" },
  connected: { tone: "success", says: "Connected" },
  refused: { tone: "critical", says: "Refused" },
} as const;

const UPDATES = {
  registered: { tone: "success", says: "Registered", link: null },
  missing: {
    tone: "attention",
    says: "Not registered",
    link: { content: "Check updates", url: "/app/settings#registrations" },
  },
  undecided: {
    tone: "warning",
    says: "Another address",
    link: { content: "Choose who gets updates", url: "/app/registrations" },
  },
  kept: { tone: "info", says: "Another address", link: { content: "Change", url: "/app/registrations" } },
} as const;

/** What runs in the background, and when it did so last. */
export function SystemCard({ home }: { home: Home }) {
  const { account, now } = home;
  const updates = UPDATES[home.updates];
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          Connections
        </Text>
        <Row
          title="Print service"
          badge={<Badge tone={ACCOUNT[account.state].tone}>{ACCOUNT[account.state].says}</Badge>}
        >
          {account.state !== "none" && account.since && (
            <>
              Since <When at={account.since} />
            </>
          )}
        </Row>
        <Row title="Tracking and status" badge={<Badge tone={updates.tone}>{updates.says}</Badge>}>
          {updates.link && <Link url={updates.link.url}>{updates.link.content}</Link>}
        </Row>
        <Row
          title="Messages received"
          badge={home.unread > 0 ? <Badge tone="warning">Some not read</Badge> : <Badge tone="success">All read</Badge>}
        >
          {home.unread > 0 && <Link url="/app/deliveries">See which</Link>}
        </Row>
        <Row title="Orders read from Shopify">
          <Last at={home.shopifyAskedAt} now={now} />. New orders come by themselves; this finds what was missed.
        </Row>
        <Row title="Orders taken since">
          <When at={home.goLiveAt} />. Older ones are left alone. <Link url="/app/settings#sending">Change</Link>
        </Row>
        {account.state !== "none" && (
          <Row title="Status read from print service" badge={home.outage && <Badge tone="critical">Failing</Badge>}>
            <Last at={home.serviceAskedAt} now={now} />
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

function Last({ at, now }: { at: string | null; now: string }) {
  if (!at) return "First within 10 minutes";
  return (
    <>
      <When at={at} /> ({ago(at, new Date(now))})
    </>
  );
}
