import { useAppBridge } from "@shopify/app-bridge-react";
import { Badge, BlockStack, Layout, Page } from "@shopify/polaris";
import { useState } from "react";
import { productNumber } from "../../catalog/product-number.ts";
import type { ProductPage, ProductVariant } from "../../catalog/product-page.ts";
import { pluralize } from "../common/format.ts";
import { ContextualSaveBar } from "../common/save-bar.tsx";
import { AboutMapping } from "./about-mapping.tsx";
import type { MappingResponse } from "./mapping-response.ts";
import { SaveErrorBanner, ShopifyReadBanner } from "./product-banners.tsx";
import { RemoveMappingModal } from "./remove-mapping-modal.tsx";
import { useJsonFetcher } from "./use-json-fetcher.ts";
import { useMappingForm, type MappingForm } from "./use-mapping-form.ts";
import { useOpenCards } from "./use-open-cards.ts";
import { VariantCard } from "./variant-card.tsx";
import { variantName, whyNotPrintable } from "./variant-words.ts";
import { STATUS_BADGES } from "./words.ts";

/** One product: what each of its variants prints as. */
export function ProductView({ page }: { page: ProductPage }) {
  const form = useMappingForm(page);
  const mapped = page.variants.filter((variant) => variant.mapping !== null).length;
  const number = productNumber(page.gid);
  const status = page.shopify && STATUS_BADGES[page.shopify.status];
  return (
    <Page
      title={page.shopify?.title ?? `Product ${number}`}
      titleMetadata={status && <Badge tone={status.tone}>{status.label}</Badge>}
      backAction={{ content: "Products", url: "/app/products" }}
      secondaryActions={
        page.shopify ? [{ content: "View in Shopify", url: `shopify://admin/products/${number}`, target: "_top" }] : []
      }
    >
      <ContextualSaveBar
        id="mappings"
        open={form.dirty}
        saving={form.saving}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <ShopifyReadBanner page={page} />
            <SaveErrorBanner outcome={form.outcome} />
            <Variants page={page} form={form} />
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <AboutMapping mapped={mapped} variants={page.variants.length} />
        </Layout.Section>
      </Layout>
    </Page>
  );
}

function Variants({ page, form }: { page: ProductPage; form: MappingForm }) {
  const giftCard = page.shopify?.giftCard ?? false;
  const cards = useOpenCards(page, (gid) => Object.keys(form.problems(gid)).length > 0);
  const removal = useRemoval(form);
  const printable = page.variants.filter((one) => one.shopify !== null && whyNotPrintable(one, giftCard) === null);
  const copyFrom = (from: ProductVariant) => {
    const { artworkFront, artworkBack, requiredSides } = form.draft(from.gid);
    const others = printable.map(({ gid }) => gid).filter((gid) => gid !== from.gid);
    form.change(others, { artworkFront, artworkBack, requiredSides });
  };
  return (
    <>
      {page.variants.map((variant) => (
        <VariantCard
          key={variant.gid}
          variant={variant}
          giftCard={giftCard}
          siblingMapped={page.variants.some((one) => one.mapping !== null)}
          form={form}
          open={cards.isOpen(variant.gid)}
          onToggle={() => cards.toggle(variant.gid)}
          onCopy={printable.length > 1 ? () => copyFrom(variant) : null}
          onRemove={() => removal.confirm(variant)}
        />
      ))}
      <RemoveMappingModal {...removal.modal} />
    </>
  );
}

/** Removing a mapping, once a person has confirmed it. */
function useRemoval(form: MappingForm) {
  const bridge = useAppBridge();
  const [variantToRemove, setVariantToRemove] = useState<ProductVariant | null>(null);
  const remover = useJsonFetcher<MappingResponse>((answer) => {
    if (answer.outcome !== "removed") return;
    setVariantToRemove(null);
    form.resetVariant(answer.variantGid);
    const { held } = answer;
    bridge.toast.show(held > 0 ? `Mapping removed, ${pluralize(held, "order")} on hold` : "Mapping removed");
  });
  return {
    confirm: setVariantToRemove,
    modal: {
      name: variantToRemove && variantName(variantToRemove),
      unsentOrders: variantToRemove?.unsentOrders ?? 0,
      busy: remover.busy,
      onClose: () => setVariantToRemove(null),
      onRemove: () => variantToRemove && remover.send({ intent: "remove", variantGid: variantToRemove.gid }),
    },
  };
}
