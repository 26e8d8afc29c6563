import { useRevalidator } from "@remix-run/react";
import { Banner, BlockStack, List, Card, EmptyState, Page, type BannerHandles, type PageProps } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { MappedVariant, ProductPage } from "../../catalog/product-page.ts";
import type { ShownVariant } from "../../catalog/stored-mapping.ts";
import { gidNumber, type Gid } from "../../ports/gid.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { COPY, nowText } from "./copy.ts";
import type { FormState } from "./form-state.ts";
import type { MappingForm } from "./use-mapping-form.ts";
import picture from "./no-products.svg";

const text = COPY.product;

/** The result of the last saving, if not every mapping was saved. */
export function SaveErrorBanner({ outcome }: { outcome: FormState["outcome"] }) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (outcome) banner.current?.focus();
  }, [outcome]);
  if (!outcome) return null;
  const { saved, notSaved, failed } = outcome;
  return (
    <Banner ref={banner} tone="critical" title={text.notSaved(notSaved)}>
      <p>{failed ? text.requestFailed : text.invalid(saved)}</p>
    </Banner>
  );
}

const MAX_NAMED = 5;

interface OutdatedBannerProps<Variant extends MappedVariant> {
  variants: readonly Variant[];
  form: MappingForm;
  nameOf(variant: Variant): string;
}

/** Names the variants that somebody changed while staff edited them, and what they are mapped to now. */
export function OutdatedBanner<Variant extends MappedVariant>({
  variants,
  form,
  nameOf,
}: OutdatedBannerProps<Variant>) {
  const copy = text.outdated;
  const names = new Map(variants.map((variant) => [variant.gid, nameOf(variant)]));
  // Also variants that the change took out of the list: their drafts would vanish without a word.
  const outdated = (Object.entries(form.outdated) as [Gid<"ProductVariant">, ShownVariant][]).map(([gid, now]) => ({
    gid,
    text: `${names.get(gid) ?? copy.gone}. ${nowText(now)}`,
  }));
  if (outdated.length === 0) return null;
  const discard = () => outdated.forEach(({ gid }) => form.resetVariant(gid));
  return (
    <Banner
      tone="warning"
      title={copy.title(outdated.length)}
      action={{ content: copy.action, disabled: form.saving, onAction: discard }}
    >
      <BlockStack gap="200">
        <p>{copy.text}</p>
        <List gap="extraTight">
          {outdated.slice(0, MAX_NAMED).map((one) => (
            <List.Item key={one.gid}>{one.text}</List.Item>
          ))}
          {outdated.length > MAX_NAMED && <List.Item>{copy.more(outdated.length - MAX_NAMED)}</List.Item>}
        </List>
      </BlockStack>
    </Banner>
  );
}

/** Says that Shopify no longer has the product, or cannot be read. */
export function ShopifyReadBanner({ page }: { page: ProductPage }) {
  if (page.shopify) return null;
  return page.reachable ? <MessageBanner tone="warning" {...text.missing} /> : <RetryBanner {...text.unreachable} />;
}

interface CopyBannerProps {
  page: ProductPage;
  /** Offers the mappings of a product for this one; null while changes are unsaved. */
  onCopy: ((source: Gid<"Product">) => void) | null;
}

/** Says that the product looks like a copy of a mapped one: its orders would not be printed. */
export function CopyBanner({ page: { copyOf }, onCopy }: CopyBannerProps) {
  if (!copyOf) return null;
  return (
    <MessageBanner
      tone="warning"
      title={text.copy.title(copyOf.title)}
      text={text.copy.text}
      action={{ content: text.copy.action, disabled: onCopy === null, onAction: () => onCopy?.(copyOf.gid) }}
      secondaryAction={{ content: text.copy.view, url: `/app/products/${gidNumber(copyOf.gid)}` }}
    />
  );
}

/** Says that Shopify cannot be read, and loads the page again. */
export function RetryBanner(message: { title: string; text: string }) {
  const { revalidate, state } = useRevalidator();
  const action = { content: COMMON.tryAgain, onAction: revalidate, loading: state === "loading" };
  return <MessageBanner tone="warning" {...message} action={action} />;
}

interface NoProductsProps extends Pick<PageProps, "title" | "backAction"> {
  copy: { title: string; text: string; action: string };
}

/** A page of a shop without products. */
export function NoProducts({ copy, ...page }: NoProductsProps) {
  return (
    <Page {...page}>
      <Card>
        <EmptyState
          heading={copy.title}
          image={picture}
          action={{ content: copy.action, url: "shopify://admin/products/new", target: "_top" }}
        >
          <p>{copy.text}</p>
        </EmptyState>
      </Card>
    </Page>
  );
}
