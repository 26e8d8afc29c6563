import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  EmptyState,
  InlineGrid,
  InlineStack,
  Link,
  Page,
  Select,
  Tabs,
  Text,
  TextField,
} from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { CatalogProblem, CatalogSource } from "../../../prisma/client/client.ts";
import type { CatalogFinding, CatalogFindingKind, FindingCounts, MendResult } from "../../catalog/catalog-findings.ts";
import type { CatalogColor, FoundProduct } from "../../print-catalog/catalog.ts";
import {
  CATALOG_TABS,
  readCatalogQuery,
  STOCK_FILTERS,
  writeCatalogQuery,
  type CatalogQuery,
  type StockFilter,
} from "../../print-catalog/catalog-query.ts";
import { gidNumber } from "../../ports/gid.ts";
import { MessageBanner } from "../common/banners.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { DateTime } from "../common/date-time.tsx";
import { formatMoney, formatNumber } from "../common/format.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { useListAddress, usePages, useSearchBox } from "../common/list-address.ts";
import { useScrollToOpenTab } from "../common/list-filters.ts";
import { SETTINGS_LINKS } from "../common/page-links.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { RunProgress } from "../common/run-progress.tsx";
import { useDenied } from "../common/shop-context.tsx";
import { Note, Small, SmallNote, Strong, Subdued } from "../common/text.tsx";
import { useAutoRefresh } from "../common/use-auto-refresh.ts";
import picture from "./no-products.svg";
import { CATALOG, CATALOG_PROBLEMS } from "./catalog-copy.ts";
import { CatalogPicture, ColorName, Colors, StockBadge } from "./catalog-parts.tsx";

const CatalogFileDialog = lazy(() =>
  import("./catalog-file-dialog.tsx").then((file) => ({ default: file.CatalogFileDialog })),
);

/** A product of the list, with the signed address of its picture. */
export type ShownProduct = FoundProduct & { preview: string | null };

/** The catalog page. Times are ISO 8601, UTC. */
export interface CatalogPage {
  connected: boolean;
  /** The print service shows no catalog: staff may upload a file. */
  takesFile: boolean;
  /** Other stores are connected to the print account: the catalog is theirs, too. */
  shared: boolean;
  /** null: there is none, and nothing is under way. */
  status: {
    source: CatalogSource;
    copiedAt: string | null;
    products: number;
    variants: number;
    underWay: { variants: number } | null;
    distrusted: { variants: number } | null;
    problem: CatalogProblem | null;
  } | null;
  currency: string;
  counts: FindingCounts;
  products: ShownProduct[];
  next: string | null;
  options: { colors: CatalogColor[]; sizes: string[] };
  findings: CatalogFinding[];
}

/** The answer to an action of the page. */
export type CatalogAnswer =
  RequestFailed | { outcome: "copying" | "trusted" | "removed" | "nothing" } | ({ outcome: "mended" } & MendResult);

const REFRESH_MS = 3_000;

/** The print service's products, and what the catalog says of mapped SKUs. */
export function CatalogView({ page }: { page: CatalogPage }) {
  const { status, takesFile, shared } = page;
  const actions = useCatalogActions();
  const [dialog, setDialog] = useState<"upload" | "remove" | null>(null);
  const denied = useDenied();
  useAutoRefresh(REFRESH_MS, page.connected && !takesFile && (status === null || status.underWay !== null));
  const upload = { disabled: denied, onAction: () => setDialog("upload") };
  const isFile = status?.source === "file";
  const copyNow = { content: CATALOG.copyNow, disabled: actions.busy, onAction: actions.copy };
  const fileActions = [
    { content: CATALOG.replace, ...upload },
    { content: CATALOG.remove, destructive: true, disabled: denied, onAction: () => setDialog("remove") },
  ];
  return (
    <Page
      title={CATALOG.title}
      backAction={{ content: CATALOG.products, url: "/app/products" }}
      fullWidth
      secondaryActions={isFile ? fileActions : status?.copiedAt && !status.underWay ? [copyNow] : []}
    >
      <BlockStack gap="400">
        {actions.failed && <MessageBanner tone="critical" text={CATALOG.failed} />}
        {actions.mended && (
          <MessageBanner
            tone={actions.mended.failed > 0 ? "warning" : "success"}
            text={CATALOG.findings.mended(actions.mended)}
          />
        )}
        <StatusBanners page={page} onTrust={actions.trust} busy={actions.busy || denied} />
        {status?.copiedAt ? (
          <Content page={page} actions={actions} />
        ) : (
          <NoCatalog page={page} upload={{ content: CATALOG.upload, ...upload }} />
        )}
      </BlockStack>
      {dialog === "upload" && (
        <Suspense>
          <CatalogFileDialog shared={shared} onStored={actions.reload} onClose={() => setDialog(null)} />
        </Suspense>
      )}
      {dialog === "remove" && (
        <ConfirmDialog
          title={CATALOG.removeDialog.title}
          label={CATALOG.removeDialog.action}
          destructive
          busy={actions.busy}
          onConfirm={() => {
            actions.removeFile();
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        >
          <Text as="p">{CATALOG.removeDialog.text}</Text>
          {shared && <Text as="p">{CATALOG.shared}</Text>}
        </ConfirmDialog>
      )}
    </Page>
  );
}

function useCatalogActions() {
  // On the server there is none: nothing of it is read while the page is drawn.
  const appBridge = useAppBridge();
  const { navigateTo, params } = useListAddress();
  const { busy, answer, send } = useJsonFetcher<CatalogAnswer>((got) => {
    if (got.outcome === "copying") appBridge.toast.show(CATALOG.copyAsked);
    if (got.outcome === "trusted") appBridge.toast.show(CATALOG.distrusted.done);
    if (got.outcome === "removed") appBridge.toast.show(CATALOG.removed);
  });
  return {
    busy,
    failed: answer?.outcome === "failed",
    mended: answer?.outcome === "mended" ? answer : null,
    copy: () => send({ intent: "copy" }),
    trust: () => send({ intent: "trust" }),
    removeFile: () => send({ intent: "remove_file" }),
    mend: (itemSku: string | null) => send({ intent: "mend", itemSku }),
    reload: () => navigateTo(params, null, true),
  };
}

type Actions = ReturnType<typeof useCatalogActions>;

function StatusBanners({ page: { status }, onTrust, busy }: { page: CatalogPage; onTrust(): void; busy: boolean }) {
  if (!status) return null;
  const { distrusted, problem, underWay, copiedAt, variants } = status;
  const { title, text, action } = CATALOG.distrusted;
  return (
    <>
      {distrusted && (
        <MessageBanner
          tone="warning"
          title={title}
          text={text(distrusted.variants, variants)}
          action={{ content: action, disabled: busy, onAction: onTrust }}
        />
      )}
      {problem && <MessageBanner tone="warning" title={CATALOG.problemTitle} text={CATALOG_PROBLEMS[problem]} />}
      {underWay && copiedAt && (
        <RunProgress
          done={Math.min(underWay.variants, variants)}
          total={variants}
          label={CATALOG.copying(underWay.variants)}
        />
      )}
    </>
  );
}

interface NoCatalogProps {
  page: CatalogPage;
  upload: { content: string; disabled: boolean; onAction(): void };
}

function NoCatalog({ page: { connected, takesFile, status }, upload }: NoCatalogProps) {
  if (!connected)
    return (
      <Empty
        title={CATALOG.noAccount.title}
        text={CATALOG.noAccount.text}
        action={{ content: CATALOG.noAccount.action, url: SETTINGS_LINKS.print_account }}
      />
    );
  if (takesFile) return <Empty title={CATALOG.noFile.title} text={CATALOG.noFile.text} action={upload} />;
  // After a copy that failed, the banner above says when the next one comes.
  if (status && !status.underWay) return null;
  return (
    <Empty
      title={CATALOG.firstCopy.title}
      text={<span role="status">{CATALOG.firstCopy.text(status?.underWay?.variants ?? 0)}</span>}
    />
  );
}

interface EmptyProps {
  title: string;
  text: ReactNode;
  action?: { content: string; url?: string; disabled?: boolean; onAction?(): void };
}

function Empty({ title, text, action }: EmptyProps) {
  return (
    <Card>
      <EmptyState heading={title} image={picture} action={action}>
        <p>{text}</p>
      </EmptyState>
    </Card>
  );
}

function Content({ page, actions }: { page: CatalogPage; actions: Actions }) {
  const { params, navigateTo } = useListAddress();
  const query = readCatalogQuery(params);
  const change = (changed: Partial<CatalogQuery>, replace = false) =>
    navigateTo(writeCatalogQuery({ ...query, after: null, ...changed }), null, replace);
  const tabs = CATALOG_TABS.map((tab) => ({
    id: `catalog-${tab}`,
    panelID: "catalog-list",
    content: CATALOG.tabs[tab],
    ...(tab !== "products" && page.counts[tab] > 0 && { badge: formatNumber(page.counts[tab]) }),
  }));
  const selected = CATALOG_TABS.indexOf(query.tab);
  useScrollToOpenTab(selected, true);
  const select = (index: number) =>
    navigateTo(
      writeCatalogQuery({ ...readCatalogQuery(new URLSearchParams()), tab: CATALOG_TABS[index] ?? "products" }),
      null,
    );
  const { status } = page;
  return (
    <BlockStack gap="200">
      {status?.copiedAt && (
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <Note>
            {status.source === "file" ? CATALOG.uploadedAt : CATALOG.copiedAt} <DateTime at={status.copiedAt} />.{" "}
            {CATALOG.size(status.products, status.variants)}
          </Note>
        </Box>
      )}
      <Card padding="0">
        <Tabs tabs={tabs} selected={selected} onSelect={select}>
          {query.tab === "products" ? (
            <Products page={page} query={query} onChange={change} />
          ) : (
            <Findings key={query.tab} kind={query.tab} page={page} actions={actions} />
          )}
        </Tabs>
      </Card>
    </BlockStack>
  );
}

interface ProductsProps {
  page: CatalogPage;
  query: CatalogQuery;
  onChange(change: Partial<CatalogQuery>, replace?: boolean): void;
}

function Products({ page, query, onChange }: ProductsProps) {
  const addressOf = (after: string) => `?${writeCatalogQuery({ ...query, after }).toString()}`;
  const pages = usePages(query.after, page.next, addressOf);
  return (
    <>
      <Filters page={page} query={query} onChange={onChange} />
      <ResponsiveTable
        rows={page.products}
        resource={CATALOG.resource}
        headings={CATALOG.headings}
        idOf={({ id }) => id}
        pagination={pages && { ...pages, accessibilityLabel: CATALOG.pages }}
        empty={CATALOG.noResults}
        cells={(product) => [
          <CatalogPicture preview={product.preview} alt="" pixels={48} />,
          <ProductName product={product} />,
          <Colors colors={product.colors} />,
          sizeRange(product.sizes),
          formatNumber(product.variants),
          <CostFrom product={product} currency={page.currency} />,
          <StockBadge {...product} />,
        ]}
        phone={(product) => (
          <InlineStack gap="300" wrap={false}>
            <CatalogPicture preview={product.preview} alt="" pixels={48} />
            <BlockStack gap="100">
              <ProductName product={product} />
              <Colors colors={product.colors} />
              <Small>
                {[sizeRange(product.sizes), CATALOG.variantCount(product.variants)].filter(Boolean).join(", ")}.{" "}
                {CATALOG.costFrom} <CostFrom product={product} currency={page.currency} />
              </Small>
              <InlineStack>
                <StockBadge {...product} />
              </InlineStack>
            </BlockStack>
          </InlineStack>
        )}
      />
    </>
  );
}

function Filters({ page: { options }, query, onChange }: ProductsProps) {
  const box = useSearchBox(query.query, (typed) => onChange({ query: typed }, true));
  const choices = (none: string, all: readonly string[]) => [
    { value: "", label: none },
    ...all.map((value) => ({ value, label: value })),
  ];
  const colors = options.colors.map(({ name }) => name);
  const stocks = STOCK_FILTERS.map((value) => ({ value, label: CATALOG.stockFilters[value] }));
  return (
    <Box padding="300">
      <InlineGrid columns={{ xs: 1, md: "2fr 1fr 1fr 1fr" }} gap="300">
        <TextField
          label={CATALOG.search}
          labelHidden
          placeholder={CATALOG.search}
          autoComplete="off"
          value={box.text}
          onChange={box.type}
          clearButton
          onClearButtonClick={box.clear}
        />
        <Select
          label={CATALOG.color}
          labelHidden
          options={choices(CATALOG.anyColor, colors)}
          value={query.color}
          onChange={(color) => onChange({ color })}
        />
        <Select
          label={CATALOG.sizeFilter}
          labelHidden
          options={choices(CATALOG.anySize, options.sizes)}
          value={query.size}
          onChange={(size) => onChange({ size })}
        />
        <Select
          label={CATALOG.stock}
          labelHidden
          options={[{ value: "", label: CATALOG.anyStock }, ...stocks]}
          value={query.stock ?? ""}
          onChange={(stock: StockFilter | "") => onChange({ stock: stock || null })}
        />
      </InlineGrid>
    </Box>
  );
}

function ProductName({ product: { id, name, code } }: { product: ShownProduct }) {
  return (
    <div style={{ whiteSpace: "normal", minWidth: 140 }}>
      <BlockStack>
        <Link url={`/app/catalog/${id}`} removeUnderline>
          <Strong breakWord>{name}</Strong>
        </Link>
        {code !== name && <Small breakWord>{code}</Small>}
      </BlockStack>
    </div>
  );
}

/** The first and the last size. */
function sizeRange(sizes: readonly string[]): string {
  const [first = "", last = ""] = [sizes[0], sizes.at(-1)];
  return first === last ? first : `${first} – ${last}`;
}

function CostFrom({ product: { fromCost }, currency }: { product: ShownProduct; currency: string }) {
  return fromCost === null ? <Subdued>{CATALOG.unknownCost}</Subdued> : <>{formatMoney(fromCost, currency)}</>;
}

interface FindingsProps {
  kind: CatalogFindingKind;
  page: CatalogPage;
  actions: Actions;
}

const text = CATALOG.findings;

function Findings({ kind, page: { findings, counts }, actions }: FindingsProps) {
  const denied = useDenied();
  const disabled = denied || actions.busy;
  const action = (finding: CatalogFinding) => (
    <FindingAction finding={finding} disabled={disabled} onMend={actions.mend} />
  );
  return (
    <>
      {findings.length > 0 && (
        <Box padding="300">
          <InlineStack gap="300" align="space-between" blockAlign="center">
            <Box maxWidth="70ch">
              <Text as="p">{text.intro[kind]}</Text>
              {counts[kind] > findings.length && <SmallNote>{text.first(findings.length, counts[kind])}</SmallNote>}
            </Box>
            {kind === "renamed" && counts.renamed > 1 && (
              <Button disabled={disabled} onClick={() => actions.mend(null)}>
                {text.mendAll(counts.renamed)}
              </Button>
            )}
          </InlineStack>
        </Box>
      )}
      <ResponsiveTable
        rows={findings}
        resource={text.resource}
        headings={text.headings[kind]}
        idOf={({ itemSku }) => itemSku}
        empty={text.empty[kind]}
        cells={(finding) => [
          <Strong breakWord>{finding.itemSku}</Strong>,
          <UsedBy finding={finding} />,
          <InCatalog finding={finding} />,
          <Replacement finding={finding} />,
          action(finding),
        ]}
        phone={(finding) => (
          <BlockStack gap="200" inlineAlign="start">
            <Strong breakWord>{finding.itemSku}</Strong>
            <UsedBy finding={finding} />
            <InCatalog finding={finding} />
            <Replacement finding={finding} />
            {action(finding)}
          </BlockStack>
        )}
      />
    </>
  );
}

function UsedBy({ finding: { productGid, productTitle, variants } }: { finding: CatalogFinding }) {
  return (
    <BlockStack>
      <Link url={`/app/products/${gidNumber(productGid)}`}>{productTitle ?? gidNumber(productGid)}</Link>
      <Small>{text.usedBy(variants)}</Small>
    </BlockStack>
  );
}

function InCatalog({ finding: { catalogProduct } }: { finding: CatalogFinding }) {
  return (
    <div style={{ whiteSpace: "normal" }}>
      <BlockStack>
        <Link url={`/app/catalog/${catalogProduct.id}`}>{catalogProduct.name}</Link>
        <Small breakWord>{catalogProduct.title}</Small>
      </BlockStack>
    </div>
  );
}

/** The new SKU, or what comes nearest. */
function Replacement({ finding: { newSku, substitutes } }: { finding: CatalogFinding }) {
  if (newSku !== null) return <Strong breakWord>{newSku}</Strong>;
  if (substitutes.length === 0) return <Badge>{text.noSubstitute}</Badge>;
  return (
    <div style={{ whiteSpace: "normal" }}>
      <BlockStack gap="100">
        {substitutes.map(({ itemSku, color, hexColor, size, title }) => (
          <span key={itemSku}>
            {itemSku}{" "}
            <Small>
              {color ? <ColorName name={[color, size].filter(Boolean).join(", ")} hex={hexColor} /> : (size ?? title)}
            </Small>
          </span>
        ))}
      </BlockStack>
    </div>
  );
}

interface FindingActionProps {
  finding: CatalogFinding;
  disabled: boolean;
  onMend(itemSku: string): void;
}

function FindingAction({ finding: { itemSku, newSku }, disabled, onMend }: FindingActionProps) {
  if (newSku !== null)
    return (
      <Button disabled={disabled} accessibilityLabel={text.mendLabel(itemSku, newSku)} onClick={() => onMend(itemSku)}>
        {text.mend}
      </Button>
    );
  const url = `/app/products/variants?query=${encodeURIComponent(itemSku)}`;
  return (
    <Button url={url} accessibilityLabel={text.openLabel(itemSku)}>
      {text.open}
    </Button>
  );
}
