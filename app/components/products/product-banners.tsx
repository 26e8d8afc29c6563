import { useRevalidator } from "@remix-run/react";
import { Banner, type BannerHandles } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { ProductPage } from "../../catalog/product-page.ts";
import { pluralize } from "../common/format.ts";
import type { FormState } from "./form-state.ts";

/** How the last saving ended, where not all of it went well. */
export function SaveErrorBanner({ outcome }: { outcome: FormState["outcome"] }) {
  const banner = useRef<BannerHandles>(null);
  useEffect(() => {
    if (outcome) banner.current?.focus();
  }, [outcome]);
  if (!outcome) return null;
  const { saved, notSaved, failed } = outcome;
  return (
    <Banner ref={banner} tone="critical" title={`${pluralize(notSaved, "mapping")} could not be saved`}>
      <p>
        {failed
          ? "The app did not answer. What you typed is still here: save it again in a moment."
          : `What is wrong stands beside the fields.${saved > 0 ? ` ${pluralize(saved, "other mapping")} saved.` : ""}`}
      </p>
    </Banner>
  );
}

/** What Shopify could not tell of the product. */
export function ShopifyReadBanner({ page }: { page: ProductPage }) {
  const { revalidate, state } = useRevalidator();
  if (page.shopify) return null;
  if (page.reachable) {
    return (
      <Banner tone="warning" title="This product is not in Shopify any more">
        <p>
          Orders that aren't sent yet still print by its mappings. Remove them only if nothing of it is printed any
          more.
        </p>
      </Banner>
    );
  }
  return (
    <Banner
      tone="warning"
      title="This product cannot be read from Shopify just now"
      action={{ content: "Try again", onAction: revalidate, loading: state === "loading" }}
    >
      <p>Only variants that are mapped already are listed, without their titles.</p>
    </Banner>
  );
}
