import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { ATTENTION, needsStaffAction, reasonWords } from "../../orders/core/attention.ts";
import type { AttentionRow } from "../../orders/core/attention-registry.ts";
import type { Home } from "../../home/home.ts";
import { AttentionBadge } from "../common/badges.tsx";
import { COPY } from "./copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { Note, Subdued, Subheading } from "../common/text.tsx";
import { TitledCard } from "../common/titled-card.tsx";
import { productsUrl } from "../common/products-url.ts";
import { RESENDABLE, RESENDABLE_URL } from "../common/resendable-orders.ts";
import { SETTINGS_LINKS } from "../common/settings-links.ts";

const text = COPY.attention;

type Row = Home["attentions"][number];

const FIX_URLS: Partial<Record<NonNullable<AttentionRow["fixedIn"]>, string>> = SETTINGS_LINKS;

/** The open reasons, most urgent first, with links to their orders. */
export function AttentionCard({ attentions, resendable }: Pick<Home, "attentions" | "resendable">) {
  const forStaff = attentions.filter(({ code }) => needsStaffAction(code));
  const automatic = attentions.filter(({ code }) => !needsStaffAction(code));
  return (
    <TitledCard title={text.title}>
      {forStaff.length === 0 && <Note>{text.none}</Note>}
      {forStaff.map((row) => (
        <Reason key={row.code} row={row} url={`/app/orders?tab=attention&reason=${row.code}`}>
          {row.code === "rejected" && resendable > 0 && (
            <Text as="p">
              <Link url={RESENDABLE_URL}>{RESENDABLE.title(resendable)}</Link>. {RESENDABLE.all}
            </Text>
          )}
        </Reason>
      ))}
      {automatic.length > 0 && <Subheading>{text.automatic}</Subheading>}
      {automatic.map((row) => (
        <Reason key={row.code} row={row} url={`/app/orders?reason=${row.code}`} />
      ))}
    </TitledCard>
  );
}

function Reason({ row, url, children }: { row: Row; url: string; children?: ReactNode }) {
  const { code, orders, shipped, since } = row;
  const { label, fixedIn, fixAllLabel, afterShipping } = ATTENTION[code];
  const { message, fix } = reasonWords(code, shipped === orders);
  const fixUrl = fixedIn === "products" ? productsUrl(code) : fixedIn && FIX_URLS[fixedIn];
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" align="space-between" blockAlign="center">
        <AttentionBadge code={code} />
        <Link url={url} accessibilityLabel={`${text.orders(orders)}: ${label}`}>
          {text.orders(orders)}
        </Link>
      </InlineStack>
      <Text as="p">
        {message} <Subdued>{fix}</Subdued> {fixAllLabel && fixUrl && <Link url={fixUrl}>{fixAllLabel}</Link>}
      </Text>
      {afterShipping && shipped > 0 && shipped < orders && (
        <Text as="p">
          {text.shipped(shipped)} {afterShipping.message} <Subdued>{afterShipping.fix}</Subdued>
        </Text>
      )}
      {children}
      <Text as="p" variant="bodySm" tone="subdued">
        {text.since(orders)} <DateTime at={since} />
      </Text>
    </BlockStack>
  );
}
