import { Banner, BlockStack, Button, ButtonGroup, List } from "@shopify/polaris";
import type { ProductVariant } from "../../../catalog/product-page.ts";
import type { Gid } from "../../../ports/gid.ts";
import { changeSentences, COPY, variantName } from "../copy.ts";
import { shownTitle } from "../shown-title.ts";

const text = COPY.change;

/** What staff can do about a mapping whose variant changed in Shopify. */
export interface VariantChangeFix {
  busy: boolean;
  /** `factsHash`: of the variant as the page shows it. */
  keep(variantGid: Gid<"ProductVariant">, factsHash: string): void;
  move(variantGid: Gid<"ProductVariant">): void;
}

interface VariantChangeBannerProps {
  variant: ProductVariant;
  fix: VariantChangeFix;
  onRemove(): void;
  /** Opens the fields of the mapping; null while they are open. */
  onEdit: (() => void) | null;
}

/** Says what was changed in Shopify since staff mapped the variant, with the buttons that settle the change. */
export function VariantChangeBanner({ variant, fix, onRemove, onEdit }: VariantChangeBannerProps) {
  const { change, gid } = variant;
  const name = variantName(variant);
  if (change === null) return null;
  if (change.kind === "deleted") {
    const { replacement } = change;
    return (
      <Banner tone="warning" title={text.deleted.title}>
        <BlockStack gap="300">
          <p>{replacement ? text.deleted.replaced(shownTitle(replacement.title)) : text.deleted.text}</p>
          <ButtonGroup>
            {replacement && (
              <Button loading={fix.busy} onClick={() => fix.move(gid)}>
                {text.deleted.move}
              </Button>
            )}
            <Button onClick={onRemove} accessibilityLabel={COPY.variant.removeLabel(name)}>
              {COPY.variant.remove}
            </Button>
          </ButtonGroup>
        </BlockStack>
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title={text.title}>
      <BlockStack gap="300">
        <List gap="extraTight">
          {changeSentences(change.was, change.now).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
        <p>{change.kind === "options" ? text.held : text.stillPrinted}</p>
        <ButtonGroup>
          <Button
            loading={fix.busy}
            onClick={() => fix.keep(gid, change.factsHash)}
            accessibilityLabel={text.keepLabel(name)}
          >
            {text.keep}
          </Button>
          {onEdit && (
            <Button onClick={onEdit} accessibilityLabel={text.editLabel(name)}>
              {text.edit}
            </Button>
          )}
        </ButtonGroup>
      </BlockStack>
    </Banner>
  );
}
