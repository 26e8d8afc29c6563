import { BlockStack, Box, Button, Card, InlineStack, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { StoreProblem } from "../../home/store-problems.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { AttentionBadge } from "../common/badges.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { formatDate, formatDateTime } from "../common/format.ts";
import { SETTINGS_LINKS } from "../common/page-links.ts";
import { useShop, useSupportUrl } from "../common/shop-context.tsx";
import { CardHeading, SmallNote, Subdued } from "../common/text.tsx";
import { COPY as HOME } from "../home/copy.ts";
import { FAILED_COUNT_LIMIT } from "../../failed-webhooks/limit.ts";
import { INBOX, STORE } from "./copy.ts";

/** A problem of the shop as a line of the inbox: with the words of the page that shows it elsewhere. */
interface StoreEntry {
  title: ReactNode;
  text: ReactNode;
  since: string | null;
  orders: { count: number; url: string } | null;
  action: { label: string; url: string; external?: boolean } | null;
}

/** What concerns the whole store, once each, whatever the number of orders. */
export function StoreEntries({ problems }: { problems: readonly StoreProblem[] }) {
  const { timezone } = useShop();
  const supportUrl = useSupportUrl();
  if (problems.length === 0) return null;
  return (
    <Card padding="0">
      <Box paddingInline="400" paddingBlockStart="400" paddingBlockEnd="100">
        <CardHeading>{INBOX.store}</CardHeading>
      </Box>
      <ul style={{ listStyle: "none", margin: 0, padding: 0 }}>
        {problems.map((problem, at) => (
          <li key={problem.kind === "reason" ? problem.code : problem.kind}>
            <Entry isFirst={at === 0} {...entryOf(problem, timezone, supportUrl)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Entry({ isFirst, title, text, since, orders, action }: StoreEntry & { isFirst: boolean }) {
  return (
    <Box padding="400" borderBlockStartWidth={isFirst ? undefined : "025"} borderColor="border">
      <BlockStack gap="150">
        <InlineStack gap="200" align="space-between" blockAlign="center">
          {title}
          {orders && orders.count > 0 && <Link url={orders.url}>{STORE.orders(orders.count)}</Link>}
        </InlineStack>
        <Text as="p">{text}</Text>
        {since && (
          <SmallNote>
            {STORE.since} <DateTime at={since} />
          </SmallNote>
        )}
        {action && (
          <InlineStack>
            <Button url={action.url} external={action.external}>
              {action.label}
            </Button>
          </InlineStack>
        )}
      </BlockStack>
    </Box>
  );
}

const plain = (title: string): ReactNode => (
  <Text as="h3" variant="headingSm">
    {title}
  </Text>
);

function entryOf(problem: StoreProblem, timezone: string, supportUrl: string | null): StoreEntry {
  const none = { since: null, orders: null, action: null };
  switch (problem.kind) {
    case "reason":
      return reasonEntry(problem);
    case "outage": {
      const { title, since, answer, retry } = COMMON.outage;
      const { call, httpStatus, since: at } = problem.outage;
      const text = (
        <>
          {since(call)} <DateTime at={at} />. {answer(httpStatus)} {retry}
        </>
      );
      const action = { label: HOME.testConnection, url: SETTINGS_LINKS.print_account };
      return { ...none, title: plain(title), text, action };
    }
    case "blocked": {
      const { title, text, action } = HOME.blocked;
      const link = supportUrl === null ? null : { label: action, url: supportUrl, external: true };
      return { ...none, title: plain(title), text, since: problem.since, action: link };
    }
    case "failed_webhooks": {
      const { title, text, action } = HOME.failedWebhooks;
      const link = { label: action, url: "/app/failed-webhooks" };
      return {
        ...none,
        title: plain(title(problem.count, FAILED_COUNT_LIMIT)),
        text: text(problem.count),
        action: link,
      };
    }
    case "data_requests": {
      const { title, text, action } = HOME.dataRequests;
      const due = text(formatDate(problem.dueAt, timezone));
      return {
        ...none,
        title: plain(title(problem.count)),
        text: due,
        action: { label: action, url: "/app/data-requests" },
      };
    }
    case "unreadable_settings": {
      const { title, text, action } = COMMON.unreadableSettings;
      return {
        ...none,
        title: plain(title),
        text: text(problem.names),
        action: { label: action, url: "/app/settings" },
      };
    }
    case "rejected_skus": {
      const { title, text, moreUrl } = HOME.skuAlerts.rejected;
      return { ...none, title: plain(title(problem.count)), text, action: { label: STORE.viewVariants, url: moreUrl } };
    }
    case "placed_before_start": {
      const { title, action } = problem.whileUninstalled ? HOME.placedWhileUninstalled : HOME.placedBeforeStart;
      const text = problem.whileUninstalled
        ? HOME.placedWhileUninstalled.text
        : HOME.placedBeforeStart.text(formatDateTime(problem.goLiveAt, timezone));
      const link = { label: action, url: "/app/orders?tab=not_printed" };
      return { ...none, title: plain(title(problem.orders)), text, action: link };
    }
    case "shopify_limit": {
      const { title, why, noAction } = COMMON.shopifyLimit;
      const { orders, more } = problem.limit;
      return { ...none, title: plain(title(orders, more)), text: `${why} ${noAction}` };
    }
  }
}

function reasonEntry({ code, orders, since }: Extract<StoreProblem, { kind: "reason" }>): StoreEntry {
  const { message, fix, fixAllLabel = null } = ATTENTION[code];
  const codes = code === "print_account_rejected" ? `${code},updates_stopped` : code;
  return {
    title: <AttentionBadge code={code} />,
    text: (
      <>
        {message} <Subdued>{fix}</Subdued>
      </>
    ),
    since,
    orders: { count: orders, url: `/app/orders?reason=${codes}` },
    action: fixAllLabel === null ? null : { label: fixAllLabel, url: SETTINGS_LINKS.print_account },
  };
}
