import {
  Badge,
  BlockStack,
  Box,
  Card,
  EmptyState,
  InlineStack,
  Link,
  Page,
  Select,
  Tabs,
  Text,
} from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { ClaimKind } from "../../../prisma/client/client.ts";
import {
  CLAIM_ANSWER_NAMES,
  CLAIM_KIND_NAMES,
  CLAIM_KINDS,
  CLAIM_STATE_NAMES,
  CLAIM_STATES,
} from "../../orders/core/claims.ts";
import {
  FIGURE_DAYS,
  readClaimsQuery,
  writeClaimsQuery,
  type ClaimsQuery,
} from "../../orders/pages/claims/claims-query.ts";
import type { ClaimsPage, ListedClaim, ProductClaims } from "../../orders/pages/claims/read-claims.ts";
import { MessageBanner } from "../common/banners.tsx";
import { DateTime } from "../common/date-time.tsx";
import emptyImage from "../common/empty-orders.svg";
import { formatNumber, pluralize, timeAgo } from "../common/format.ts";
import { CLAIM_STATE_TONES } from "../common/labels.ts";
import { useListAddress, usePages } from "../common/list-address.ts";
import { useScrollToOpenTab } from "../common/list-filters.ts";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { CardHeading, Note, Small, SmallNote, Strong } from "../common/text.tsx";
import { useDownload } from "../common/use-download.ts";

/** Texts of the claims page. */
export const CLAIMS_PAGE = {
  title: "Claims",
  subtitle: "Packages that arrived damaged, wrong, or not at all",
  export: { action: "Export", fileName: "claims.csv", done: "Claims exported" },
  exportFailed: { title: "The claims couldn't be exported", text: "Try again in a moment." },
  none: {
    title: "No claims yet",
    text: "When a customer reports a damaged, lost, or wrong package, open a claim on the order's page. Claims are listed and counted here.",
    action: "View orders",
  },
  all: "All",
  kind: "Problem",
  anyKind: "Any problem",
  resource: { singular: "claim", plural: "claims" },
  headings: ["Order", "Problem", "Status", "Items", "Outcome", "Opened"],
  empty: { title: "No claims found", hint: "Try another status or problem." },
  pages: "Pages of claims",
  items: (pieces: number) => pluralize(pieces, "item"),
  reprint: (reference: string) => `Reprint ${reference}`,
  products: {
    title: `Products in claims of the last ${FIGURE_DAYS} days`,
    note: "Items claimed, by problem.",
    heading: "Product",
    total: "All problems",
    resource: { singular: "product", plural: "products" },
  },
} as const;

/** The shop's claims, by state and kind, and the products that they are about. */
export function ClaimsView({ page }: { page: ClaimsPage }) {
  const appBridge = useAppBridge();
  const { query, filter, addressOf } = useClaimsQuery();
  const file = useDownload(CLAIMS_PAGE.export.fileName, () => appBridge.toast.show(CLAIMS_PAGE.export.done));
  const save = () => void file.save(`/app/claims/export?${writeClaimsQuery({ ...query, after: null }).toString()}`);
  const header = { title: CLAIMS_PAGE.title, subtitle: CLAIMS_PAGE.subtitle };
  if (!page.any) {
    const { title, text, action } = CLAIMS_PAGE.none;
    return (
      <Page {...header} fullWidth>
        <Card>
          <EmptyState heading={title} image={emptyImage} action={{ content: action, url: "/app/orders" }}>
            <p>{text}</p>
          </EmptyState>
        </Card>
      </Page>
    );
  }
  return (
    <Page
      {...header}
      fullWidth
      secondaryActions={[{ content: CLAIMS_PAGE.export.action, onAction: save, loading: file.busy }]}
    >
      <BlockStack gap="400">
        {file.failed && <MessageBanner tone="critical" {...CLAIMS_PAGE.exportFailed} onDismiss={file.dismiss} />}
        <ClaimsCard page={page} query={query} filter={filter} addressOf={addressOf} />
        {page.products.length > 0 && <ProductsCard products={page.products} />}
      </BlockStack>
    </Page>
  );
}

function useClaimsQuery() {
  const { params, navigateTo } = useListAddress();
  const query = readClaimsQuery(params);
  return {
    query,
    filter: (change: Partial<ClaimsQuery>) => navigateTo(writeClaimsQuery({ ...query, after: null, ...change }), null),
    addressOf: (after: NonNullable<ClaimsQuery["after"]>) => `?${writeClaimsQuery({ ...query, after }).toString()}`,
  };
}

type ClaimsCardProps = ReturnType<typeof useClaimsQuery> & { page: ClaimsPage };

/** The claims: a tab for each state, and a filter by kind. */
function ClaimsCard({ page, query, filter, addressOf }: ClaimsCardProps) {
  const pages = usePages(query.after, page.next, addressOf);
  const choices = [null, ...CLAIM_STATES];
  const tabs = choices.map((state) => ({
    id: `claims-${state ?? "all"}`,
    panelID: "claims-list",
    content: state ? CLAIM_STATE_NAMES[state] : CLAIMS_PAGE.all,
    badge: formatNumber(state ? page.counts[state] : Object.values(page.counts).reduce((sum, count) => sum + count, 0)),
  }));
  const selected = choices.indexOf(query.state);
  useScrollToOpenTab(selected, true);
  return (
    <Card padding="0">
      <Tabs tabs={tabs} selected={selected} onSelect={(index) => filter({ state: choices[index] ?? null })}>
        <Box paddingInline="300" paddingBlock="200">
          <Select
            label={CLAIMS_PAGE.kind}
            labelInline
            options={[
              { value: "", label: CLAIMS_PAGE.anyKind },
              ...CLAIM_KINDS.map((value) => ({ value, label: CLAIM_KIND_NAMES[value] })),
            ]}
            value={query.kind ?? ""}
            onChange={(kind: ClaimKind | "") => filter({ kind: kind || null })}
          />
        </Box>
        <ResponsiveTable
          rows={page.rows}
          resource={CLAIMS_PAGE.resource}
          headings={CLAIMS_PAGE.headings}
          idOf={({ id }) => id}
          pagination={pages && { ...pages, accessibilityLabel: CLAIMS_PAGE.pages }}
          empty={CLAIMS_PAGE.empty}
          emptyPadding="800"
          cells={(claim) => [
            <OrderLink claim={claim} />,
            CLAIM_KIND_NAMES[claim.kind],
            <State claim={claim} />,
            CLAIMS_PAGE.items(claim.pieces),
            <Outcome claim={claim} />,
            <Opened claim={claim} now={page.now} />,
          ]}
          phone={(claim) => (
            <BlockStack gap="150">
              <InlineStack align="space-between" gap="200">
                <OrderLink claim={claim} />
                <State claim={claim} />
              </InlineStack>
              <Text as="span">
                {CLAIM_KIND_NAMES[claim.kind]} · {CLAIMS_PAGE.items(claim.pieces)}
              </Text>
              <Outcome claim={claim} />
              <Opened claim={claim} now={page.now} />
            </BlockStack>
          )}
        />
      </Tabs>
    </Card>
  );
}

const OrderLink = ({ claim: { order } }: { claim: ListedClaim }) => (
  <Link dataPrimaryLink monochrome removeUnderline url={`/app/orders/${order.number}`}>
    <Strong>{order.name}</Strong>
  </Link>
);

const State = ({ claim: { state } }: { claim: ListedClaim }) => (
  <Badge tone={CLAIM_STATE_TONES[state]}>{CLAIM_STATE_NAMES[state]}</Badge>
);

/** What the print service answered, and the reprint. */
function Outcome({ claim: { answer, reprint } }: { claim: ListedClaim }) {
  if (!answer && !reprint) return null;
  return (
    <BlockStack>
      {answer && <Text as="span">{CLAIM_ANSWER_NAMES[answer]}</Text>}
      {reprint && <Small breakWord>{CLAIMS_PAGE.reprint(reprint)}</Small>}
    </BlockStack>
  );
}

/** When it was opened, and of one that is not done, how long ago. */
const Opened = ({ claim: { openedAt, state }, now }: { claim: ListedClaim; now: string }) => (
  <Text as="span">
    <DateTime at={openedAt} /> {state !== "done" && <Small>({timeAgo(openedAt, new Date(now))})</Small>}
  </Text>
);

const productText = CLAIMS_PAGE.products;

/** Of each product, how many pieces were claimed, by kind. */
function ProductsCard({ products }: { products: readonly ProductClaims[] }) {
  const end = (title: string) => ({ title, alignment: "end" as const });
  return (
    <Card padding="0">
      <Box padding="400">
        <CardHeading>{productText.title}</CardHeading>
        <Note>{productText.note}</Note>
      </Box>
      <ResponsiveTable
        rows={products}
        resource={productText.resource}
        headings={[
          productText.heading,
          ...CLAIM_KINDS.map((kind) => end(CLAIM_KIND_NAMES[kind])),
          end(productText.total),
        ]}
        idOf={({ id }) => id}
        cells={({ title, pieces, total }) => [
          <div style={{ maxWidth: "20rem", whiteSpace: "normal" }}>
            <Strong breakWord>{title}</Strong>
          </div>,
          ...CLAIM_KINDS.map((kind) => <Figure count={pieces[kind]} />),
          <Figure count={total} />,
        ]}
        phone={({ title, pieces, total }) => (
          <BlockStack gap="100">
            <InlineStack align="space-between" gap="200" wrap={false}>
              <Strong breakWord>{title}</Strong>
              <Figure count={total} />
            </InlineStack>
            <SmallNote>
              {CLAIM_KINDS.filter((kind) => pieces[kind] > 0)
                .map((kind) => `${CLAIM_KIND_NAMES[kind]}: ${formatNumber(pieces[kind])}`)
                .join(" · ")}
            </SmallNote>
          </BlockStack>
        )}
      />
    </Card>
  );
}

const Figure = ({ count }: { count: number }) => (
  <Text as="span" alignment="end" numeric>
    {formatNumber(count)}
  </Text>
);
