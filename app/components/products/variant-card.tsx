import { Badge, BlockStack, Box, Button, Card, Collapsible, InlineStack, Text } from "@shopify/polaris";
import { useId } from "react";
import type { ProductVariant } from "../../catalog/product-page.ts";
import { counted, money } from "../common/format.ts";
import { useShop } from "../common/shop-context.tsx";
import { MappingFields } from "./mapping-fields.tsx";
import { Picture } from "./product-image.tsx";
import type { MappingForm } from "./use-mapping-form.ts";
import { nameOf, neverPrinted } from "./variant-words.ts";

export interface VariantCardProps {
  variant: ProductVariant;
  giftCard: boolean;
  /** Another variant of the product is mapped: orders with this one are held as long as it is not. */
  siblingMapped: boolean;
  form: MappingForm;
  open: boolean;
  onToggle(): void;
  /** null: there is no other variant. */
  onCopy: (() => void) | null;
  onRemove(): void;
}

/** One variant: what it prints as, and the fields to change that. */
export function VariantCard(props: VariantCardProps) {
  const { variant, giftCard, form, open, onToggle } = props;
  const id = useId();
  const never = variant.mapping ? null : neverPrinted(variant, giftCard);
  const isOpen = open && never === null;
  const toggles = isOpen ? "Close" : variant.mapping ? "Edit" : "Map";
  return (
    <Card>
      <BlockStack gap={isOpen ? "400" : "0"}>
        <InlineStack gap="300" blockAlign="center" wrap={false}>
          <Picture url={variant.shopify?.imageUrl} />
          <div style={{ flex: "1 1 0", minWidth: 0 }}>
            <Heading {...props} never={never} />
          </div>
          {never === null && (
            <Button
              variant="tertiary"
              disclosure={isOpen ? "up" : "down"}
              ariaExpanded={isOpen}
              ariaControls={id}
              onClick={onToggle}
              accessibilityLabel={`${toggles} ${nameOf(variant)}`}
            >
              {toggles}
            </Button>
          )}
        </InlineStack>
        <Collapsible id={id} open={isOpen} transition={false}>
          {isOpen && (
            <BlockStack gap="400">
              <MappingFields gid={variant.gid} form={form} />
              <Acts {...props} />
            </BlockStack>
          )}
        </Collapsible>
      </BlockStack>
    </Card>
  );
}

function Heading({ variant, siblingMapped, form, open, never }: VariantCardProps & { never: string | null }) {
  const { mapping, shopify, waiting } = variant;
  const { currency } = useShop();
  const facts = [shopify?.sku && `Your SKU ${shopify.sku}`, shopify && money(shopify.price, currency)];
  const held = siblingMapped && !mapping && never === null && waiting === 0;
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h2" variant="headingSm" breakWord>
          {nameOf(variant)}
        </Text>
        {mapping && <Badge tone="success">Mapped</Badge>}
        {waiting > 0 && <Badge tone="warning">{`${counted(waiting, "order")} on hold`}</Badge>}
        {form.isChanged(variant.gid) && <Badge tone="info">Not saved</Badge>}
      </InlineStack>
      <Text as="p" tone="subdued" variant="bodySm" breakWord>
        {[...facts.filter(Boolean), ...(mapping && !open ? [`Printed as ${mapping.itemSku}`] : [])].join(" · ")}
      </Text>
      {(never || held) && (
        <Text as="p" variant="bodySm" tone={held ? "caution" : "subdued"}>
          {never ?? "Orders with this variant are held until it is mapped."}
        </Text>
      )}
    </BlockStack>
  );
}

function Acts({ variant, onCopy, onRemove }: VariantCardProps) {
  const name = nameOf(variant);
  return (
    <Box>
      <InlineStack gap="400">
        {onCopy && (
          <Button variant="plain" onClick={onCopy} accessibilityLabel={`Copy artwork to all variants from ${name}`}>
            Copy artwork to all variants
          </Button>
        )}
        {variant.mapping && (
          <Button variant="plain" tone="critical" onClick={onRemove} accessibilityLabel={`Remove mapping of ${name}`}>
            Remove mapping
          </Button>
        )}
      </InlineStack>
    </Box>
  );
}
