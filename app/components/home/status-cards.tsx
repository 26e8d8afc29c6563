import { BlockStack, InlineStack, Link, Text, List, ProgressBar, Badge } from "@shopify/polaris";
import type { ReactNode } from "react";
import { ATTENTION, INBOX_CODES, needsStaffAction, reasonWords, TEXT_REVIEWS } from "../../orders/core/attention.ts";
import type { AttentionRow } from "../../orders/core/attention-registry.ts";
import type { Home } from "../../home/home.ts";
import { AttentionBadge } from "../common/badges.tsx";
import { COPY, GAP_COPY, ACCOUNT_BADGES, SKU_CHECK_PROBLEMS, WEBHOOK_BADGES } from "./copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { useShop } from "../common/shop-context.tsx";
import { Note, Subdued, Subheading, SmallNote, TitledCard } from "../common/text.tsx";
import { LISTS, productsUrl, RESENDABLE, RESENDABLE_URL, REVIEW_QUEUE, SETTINGS_LINKS } from "../common/page-links.ts";
import { coveragePercent, unitsToPrint, type PrintCoverage } from "../../catalog/coverage-figures.ts";
import { gidNumber } from "../../ports/gid.ts";
import { timeAgo } from "../common/format.ts";

const attentionText = COPY.attention;

type OpenReason = Home["attentions"][number];

const FIX_URLS: Partial<Record<NonNullable<AttentionRow["fixedIn"]>, string>> = SETTINGS_LINKS;

/** The open reasons, most urgent first, with links to their orders. */
export function AttentionCard({ attentions, resendable }: Pick<Home, "attentions" | "resendable">) {
  const forStaff = attentions.filter(({ code }) => needsStaffAction(code));
  const automatic = attentions.filter(({ code }) => !needsStaffAction(code));
  return (
    <TitledCard title={attentionText.title}>
      {forStaff.length === 0 && <Note>{attentionText.none}</Note>}
      {forStaff.map((row) => (
        <Reason key={row.code} row={row} url={reasonUrl(row.code)}>
          {row.code === "rejected" && resendable > 0 && (
            <Text as="p">
              <Link url={RESENDABLE_URL}>{RESENDABLE.title(resendable)}</Link>. {RESENDABLE.all}
            </Text>
          )}
          {TEXT_REVIEWS.includes(row.code) && (
            <Text as="p">
              <Link url={REVIEW_QUEUE.url} accessibilityLabel={`${REVIEW_QUEUE.open}: ${ATTENTION[row.code].label}`}>
                {REVIEW_QUEUE.open}
              </Link>
            </Text>
          )}
        </Reason>
      ))}
      {automatic.length > 0 && <Subheading>{attentionText.automatic}</Subheading>}
      {automatic.map((row) => (
        <Reason key={row.code} row={row} url={`/app/orders?reason=${row.code}`} />
      ))}
    </TitledCard>
  );
}

/** Where staff acts on the orders with a reason. What concerns the whole shop is one entry of the inbox: its orders are in the list. */
const reasonUrl = (code: OpenReason["code"]): string =>
  INBOX_CODES.includes(code) ? `${LISTS.inbox}?reason=${code}` : `/app/orders?tab=attention&reason=${code}`;

function Reason({ row, url, children }: { row: OpenReason; url: string; children?: ReactNode }) {
  const { code, orders, shipped, since } = row;
  const { label, fixedIn, fixAllLabel, afterShipping, fixHere } = ATTENTION[code];
  const isPayable = useShop().pays && code === "payment_due_at_provider";
  const { message, fix } = reasonWords(code, shipped === orders);
  const fixUrl = fixedIn === "products" ? productsUrl(code) : fixedIn && FIX_URLS[fixedIn];
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <AttentionBadge code={code} />
        <Link url={url} accessibilityLabel={`${attentionText.orders(orders)}: ${label}`}>
          {attentionText.orders(orders)}
        </Link>
      </InlineStack>
      <Text as="p">
        {message} <Subdued>{(isPayable && fixHere) || fix}</Subdued>{" "}
        {fixAllLabel && fixUrl && <Link url={fixUrl}>{fixAllLabel}</Link>}
      </Text>
      {afterShipping && shipped > 0 && shipped < orders && (
        <Text as="p">
          {attentionText.shipped(shipped)} {afterShipping.message} <Subdued>{afterShipping.fix}</Subdued>
        </Text>
      )}
      {children}
      <Text as="p" variant="bodySm" tone="subdued">
        {attentionText.since(orders)} <DateTime at={since} />
      </Text>
    </BlockStack>
  );
}

const productsText = COPY.products;

/** How much of what is sold prints without a person; then one line with a link for each thing that staff can fix. */
export function ProductsCard({ products }: { products: Home["products"] }) {
  const steps = nextSteps(products);
  const percent = coveragePercent(products.coverage);
  if (percent === null && steps.length === 0) return null;
  return (
    <TitledCard title={productsText.title}>
      {percent !== null && <Coverage coverage={products.coverage} percent={percent} />}
      {steps.length > 0 && (
        <BlockStack gap="200">
          <Subheading>{productsText.steps}</Subheading>
          <List gap="extraTight">
            {steps.map(({ key, sentence, link, url }) => (
              <List.Item key={key}>
                {sentence}{" "}
                <Link url={url} accessibilityLabel={`${link}: ${sentence}`}>
                  {link}
                </Link>
              </List.Item>
            ))}
          </List>
        </BlockStack>
      )}
    </TitledCard>
  );
}

function Coverage({ coverage, percent }: { coverage: PrintCoverage; percent: number }) {
  const { automatic, notPrinted, limited } = coverage;
  return (
    <BlockStack gap="200">
      <InlineStack gap="200" blockAlign="baseline">
        <Text as="p" variant="headingLg" id="print-coverage">
          {productsText.percent(percent)}
        </Text>
        <Text as="p">{productsText.units(automatic, unitsToPrint(coverage))}</Text>
      </InlineStack>
      <ProgressBar progress={percent} size="small" tone="primary" animated={false} ariaLabelledBy="print-coverage" />
      <SmallNote>
        {productsText.period(limited)} {notPrinted > 0 && productsText.notPrinted(notPrinted)}
      </SmallNote>
    </BlockStack>
  );
}

interface Step {
  key: string;
  sentence: string;
  link: string;
  url: string;
}

/** What was sold comes first, then what changed in Shopify. */
function nextSteps({ copies, ...products }: Home["products"]): Step[] {
  const { coverage, changed, deleted, unmappedSiblings, fileReplaced, fileUnreadable } = products;
  const { gaps } = coverage;
  const sold = (Object.keys(GAP_COPY) as (keyof typeof GAP_COPY)[])
    .filter((gap) => gaps[gap] > 0)
    .map((gap) => ({ ...GAP_COPY[gap], key: gap, sentence: GAP_COPY[gap].sentence(gaps[gap]) }));
  const ofMappings = [
    {
      ...productsText.fileUnreadable,
      key: "fileUnreadable",
      count: fileUnreadable,
      sentence: productsText.fileUnreadable.sentence(fileUnreadable, gaps.file_unreadable),
    },
    {
      ...productsText.fileReplaced,
      key: "fileReplaced",
      count: fileReplaced,
      sentence: productsText.fileReplaced.sentence(fileReplaced, gaps.file_replaced),
    },
    {
      ...productsText.changed,
      key: "changed",
      count: changed,
      sentence: productsText.changed.sentence(changed, gaps.variant_changed),
    },
    { ...productsText.deleted, key: "deleted", count: deleted, sentence: productsText.deleted.sentence(deleted) },
    {
      ...productsText.unmappedSiblings,
      key: "unmappedSiblings",
      count: unmappedSiblings,
      sentence: productsText.unmappedSiblings.sentence(unmappedSiblings),
    },
  ].filter(({ count }) => count > 0);
  const shown = copies.slice(0, MAX_COPIES_SHOWN).map(({ gid, title, original }) => ({
    key: gid,
    sentence: productsText.copy.sentence(title, original.title),
    link: productsText.copy.link,
    url: `/app/products/${gidNumber(gid)}`,
  }));
  return [...sold, ...ofMappings, ...shown];
}

/** More appear once these are mapped or marked. */
const MAX_COPIES_SHOWN = 3;

const systemText = COPY.system;

/** The connections, and when each was last used. */
export function SystemCard({ home }: { home: Home }) {
  const { account, now } = home;
  const accountBadge = ACCOUNT_BADGES[account.state];
  const webhooks = WEBHOOK_BADGES[home.webhookStatus];
  return (
    <TitledCard title={systemText.title}>
      <SystemRow title={systemText.account} badge={<Badge tone={accountBadge.tone}>{accountBadge.label}</Badge>}>
        {account.state !== "none" && account.since && (
          <>
            {account.state === "rejected" ? systemText.rejectedOn : systemText.connectedOn}{" "}
            <DateTime at={account.since} />
          </>
        )}
      </SystemRow>
      <SystemRow title={systemText.webhooks} badge={<Badge tone={webhooks.tone}>{webhooks.label}</Badge>}>
        {webhooks.link && <Link url={webhooks.link.url}>{webhooks.link.content}</Link>}
      </SystemRow>
      {(account.state !== "none" || home.failedWebhooks > 0) && <FailedWebhooks count={home.failedWebhooks} />}
      <SystemRow title={systemText.shopifySync}>
        <LastRun at={home.ordersSweptAt} now={now} />. {systemText.shopifySyncHint}
      </SystemRow>
      <SystemRow title={systemText.startDate}>
        <DateTime at={home.goLiveAt} />. <Link url={SETTINGS_LINKS.start_date}>{systemText.change}</Link>
      </SystemRow>
      {account.state !== "none" && (
        <SystemRow
          title={systemText.providerSync}
          badge={home.outage && <Badge tone="critical">{systemText.failing}</Badge>}
        >
          <LastRun at={home.accountSweptAt} now={now} />
        </SystemRow>
      )}
      {home.skuCheck && <SkuCheck {...home.skuCheck} />}
    </TitledCard>
  );
}

function FailedWebhooks({ count }: { count: number }) {
  if (count === 0)
    return (
      <SystemRow title={systemText.failedWebhooks} badge={<Badge tone="success">{systemText.noneFailed}</Badge>} />
    );
  return (
    <SystemRow title={systemText.failedWebhooks} badge={<Badge tone="warning">{systemText.someFailed}</Badge>}>
      <Link url="/app/failed-webhooks">{systemText.viewFailed}</Link>
    </SystemRow>
  );
}

function SkuCheck({ enabled, last }: Pick<NonNullable<Home["skuCheck"]>, "enabled" | "last">) {
  if (!enabled) {
    return (
      <SystemRow title={systemText.skuCheck} badge={<Badge>{systemText.off}</Badge>}>
        <Link url={SETTINGS_LINKS.prices}>{systemText.change}</Link>
      </SystemRow>
    );
  }
  const problem = last?.problem ? SKU_CHECK_PROBLEMS[last.problem] : null;
  return (
    <SystemRow title={systemText.skuCheck} badge={problem && <Badge tone="attention">{systemText.incomplete}</Badge>}>
      {last ? <DateTime at={last.at} /> : systemText.firstSkuCheck}
      {problem && `. ${problem}`}
    </SystemRow>
  );
}

function SystemRow({ title, badge, children }: { title: string; badge?: ReactNode; children?: ReactNode }) {
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
  if (!at) return systemText.firstSync;
  return (
    <>
      <DateTime at={at} /> ({timeAgo(at, new Date(now))})
    </>
  );
}
