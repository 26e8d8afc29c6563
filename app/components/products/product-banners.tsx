import { useRevalidator } from "@remix-run/react";
import { Banner, type BannerHandles } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { ProductPage } from "../../catalog/product-page.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { COPY } from "./copy.ts";
import type { FormState } from "./form-state.ts";

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

/** Says that Shopify no longer has the product, or cannot be read. */
export function ShopifyReadBanner({ page }: { page: ProductPage }) {
  const { revalidate, state } = useRevalidator();
  if (page.shopify) return null;
  if (page.reachable) {
    return (
      <Banner tone="warning" title={text.missing.title}>
        <p>{text.missing.text}</p>
      </Banner>
    );
  }
  return (
    <Banner
      tone="warning"
      title={text.unreachable.title}
      action={{ content: COMMON.tryAgain, onAction: revalidate, loading: state === "loading" }}
    >
      <p>{text.unreachable.text}</p>
    </Banner>
  );
}
