import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  Collapsible,
  InlineStack,
  Text,
  Banner,
  ButtonGroup,
  List,
} from "@shopify/polaris";
import { useId, useRef } from "react";
import { gidNumber, type Gid } from "../../../ports/gid.ts";
import type { ArtworkFinding, SideChoices } from "../../../catalog/artwork-findings.ts";
import type { MappedVariantChange } from "../../../catalog/variant-changes.ts";
import type { ProductVariant } from "../../../catalog/product-page.ts";
import type { SkuOffer } from "../../../catalog/catalog-skus.ts";
import type { SkuFinding } from "../../../sku-checks/findings.ts";
import { formatMoney } from "../../common/format.ts";
import { useDenied, useShop } from "../../common/shop-context.tsx";
import { ArtworkFindingBanners } from "../artwork-finding-banners.tsx";
import type { Matched } from "../catalog-match.tsx";
import { MappingFields } from "./mapping-fields.tsx";
import { SkuFindingBanners, useSkuCheck } from "./sku-finding.tsx";
import { ProductImage } from "../products-table.tsx";
import type { MappingForm } from "../use-mapping-form.ts";
import { COPY, variantName, whyNotPrintable, changeSentences, shownTitle } from "../copy.ts";
import { SmallNote } from "../../common/text.tsx";

const text = COPY.variant;

interface VariantCardProps {
  variant: ProductVariant;
  /** null: the print service has no problem with the SKU. */
  skuFinding: SkuFinding | null;
  artworkFindings: readonly ArtworkFinding[];
  sides: SideChoices;
  /** Orders with a replaced print file are held. */
  holdsReplaced: boolean;
  giftCard: boolean;
  /** Another variant of the product is mapped: orders with this variant are held until it is mapped, too. */
  siblingMapped: boolean;
  form: MappingForm;
  /** What print SKUs are chosen from. */
  offer: SkuOffer;
  /** What the catalog product that staff chose has for the variant; null: none was chosen. */
  matched: Matched | null;
  /** Moves to the next variant to choose for; null: there is none. */
  onNextMatch: (() => void) | null;
  open: boolean;
  onToggle(): void;
  /** null without another variant. */
  onCopy: (() => void) | null;
  onRemove(): void;
  fix: VariantChangeFix;
  /** Marks the variant as printed, or as never printed. */
  onMark(printed: boolean): void;
  /** The whole product is marked: a variant cannot be allowed alone, only mapped. */
  productNotPrinted: boolean;
}

/** The id of the fields of an open card. */
export const variantCardId = (gid: Gid<"ProductVariant">): string => `variant-${gidNumber(gid)}`;

/** One variant: its mapping, and the fields to change it. */
export function VariantCard(props: VariantCardProps) {
  const { variant, skuFinding, artworkFindings, holdsReplaced, giftCard, open, onToggle } = props;
  const hasBanner = skuFinding !== null || variant.change !== null || artworkFindings.some(isAlert);
  const id = useId();
  const notPrintableReason = variant.mapping ? null : whyNotPrintable(variant, giftCard);
  const isOpen = open && notPrintableReason === null;
  const toggleLabel = isOpen ? text.close : variant.mapping ? text.edit : text.map;
  const skuCheck = useSkuCheck();
  const fields = useRef<HTMLDivElement>(null);
  const editFirstField = () => {
    if (!isOpen) onToggle();
    // The fields of a closed card are drawn first.
    requestAnimationFrame(() => fields.current?.querySelector("input")?.focus());
  };
  return (
    <Card>
      <BlockStack gap={isOpen || hasBanner ? "400" : "0"}>
        <InlineStack gap="300" blockAlign="center" wrap={false}>
          <ProductImage url={variant.shopify?.imageUrl} />
          <div style={{ flex: "1 1 0", minWidth: 0 }}>
            <Heading {...props} notPrintableReason={notPrintableReason} />
          </div>
          {notPrintableReason === null && (
            <Button
              variant="tertiary"
              disclosure={isOpen ? "up" : "down"}
              ariaExpanded={isOpen}
              ariaControls={id}
              onClick={onToggle}
              accessibilityLabel={`${toggleLabel} ${variantName(variant)}`}
            >
              {toggleLabel}
            </Button>
          )}
        </InlineStack>
        <VariantChangeBanner {...props} onEdit={editFirstField} />
        <ArtworkFindingBanners
          findings={artworkFindings}
          name={variantName(variant)}
          holdsReplaced={holdsReplaced}
          onEdit={editFirstField}
        />
        {skuFinding && <SkuFindingBanners finding={skuFinding} check={skuCheck} onChangeSku={editFirstField} />}
        <Collapsible id={id} open={isOpen} transition={false}>
          {isOpen && (
            <div ref={fields} id={variantCardId(variant.gid)}>
              <BlockStack gap="400">
                <MappingFields {...props} gid={variant.gid} findings={artworkFindings} />
                <VariantActions {...props} />
              </BlockStack>
            </div>
          )}
        </Collapsible>
      </BlockStack>
    </Card>
  );
}

/** A banner shows it. */
const isAlert = ({ problem, newFile }: ArtworkFinding): boolean => problem !== null || newFile !== null;

function Heading({
  variant,
  skuFinding,
  artworkFindings,
  siblingMapped,
  form,
  open,
  notPrintableReason,
}: VariantCardProps & { notPrintableReason: string | null }) {
  const { mapping, shopify, heldOrders } = variant;
  const { currency } = useShop();
  const isBroken = (skuFinding?.rejected ?? null) !== null || artworkFindings.some(({ problem }) => problem !== null);
  const facts = [shopify?.sku && text.sku(shopify.sku), shopify && formatMoney(shopify.price, currency)];
  const willBeHeld =
    siblingMapped && !mapping && !variant.notPrinted && notPrintableReason === null && heldOrders === 0;
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Text as="h2" variant="headingSm" breakWord>
          {variantName(variant)}
        </Text>
        {mapping && <MappedBadge kind={variant.change?.kind} broken={isBroken} />}
        {variant.notPrinted && <Badge>{text.notPrinted}</Badge>}
        {heldOrders > 0 && (
          <Badge tone={mapping ? "info" : "warning"}>
            {mapping ? text.releasing(heldOrders) : text.held(heldOrders)}
          </Badge>
        )}
        {form.isChanged(variant.gid) && <Badge tone="info">{text.unsaved}</Badge>}
      </InlineStack>
      <SmallNote breakWord>
        {[...facts.filter(Boolean), ...(mapping && !open ? [text.printSku(mapping.itemSku)] : [])].join(" · ")}
      </SmallNote>
      {(notPrintableReason || willBeHeld) && (
        <SmallNote tone={willBeHeld ? "caution" : "subdued"}>{notPrintableReason ?? text.willBeHeld}</SmallNote>
      )}
    </BlockStack>
  );
}

interface MappedBadgeProps {
  kind: MappedVariantChange["kind"] | undefined;
  /** The artwork or SKU cannot be printed: a banner says why. */
  broken: boolean;
}

function MappedBadge({ kind, broken }: MappedBadgeProps) {
  if (broken) return <Badge tone="critical">{text.broken}</Badge>;
  if (kind === undefined) return <Badge tone="success">{text.mapped}</Badge>;
  return <Badge tone="warning">{kind === "deleted" ? text.deleted : text.changed}</Badge>;
}

function VariantActions({ variant, onCopy, onRemove, onMark, productNotPrinted }: VariantCardProps) {
  const name = variantName(variant);
  const denied = useDenied();
  return (
    <Box>
      <InlineStack gap="400">
        {onCopy && (
          <Button variant="plain" onClick={onCopy} accessibilityLabel={text.copyArtworkLabel(name)}>
            {text.copyArtwork}
          </Button>
        )}
        {variant.mapping && (
          <Button
            variant="plain"
            tone="critical"
            disabled={denied}
            onClick={onRemove}
            accessibilityLabel={text.removeLabel(name)}
          >
            {text.remove}
          </Button>
        )}
        {!variant.mapping && !variant.notPrinted && (
          <Button
            variant="plain"
            disabled={denied}
            onClick={() => onMark(false)}
            accessibilityLabel={text.markNotPrintedLabel(name)}
          >
            {text.markNotPrinted}
          </Button>
        )}
        {variant.notPrinted && !productNotPrinted && (
          <Button
            variant="plain"
            disabled={denied}
            onClick={() => onMark(true)}
            accessibilityLabel={text.markPrintedLabel(name)}
          >
            {text.markPrinted}
          </Button>
        )}
      </InlineStack>
    </Box>
  );
}

const changesText = COPY.change;

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
function VariantChangeBanner({ variant, fix, onRemove, onEdit }: VariantChangeBannerProps) {
  const { change, gid } = variant;
  const name = variantName(variant);
  const denied = useDenied();
  if (change === null) return null;
  if (change.kind === "deleted") {
    const { replacement } = change;
    return (
      <Banner tone="warning" title={changesText.deleted.title}>
        <BlockStack gap="300">
          <p>{replacement ? changesText.deleted.replaced(shownTitle(replacement.title)) : changesText.deleted.text}</p>
          <ButtonGroup>
            {replacement && (
              <Button disabled={denied} loading={fix.busy} onClick={() => fix.move(gid)}>
                {changesText.deleted.move}
              </Button>
            )}
            <Button disabled={denied} onClick={onRemove} accessibilityLabel={COPY.variant.removeLabel(name)}>
              {COPY.variant.remove}
            </Button>
          </ButtonGroup>
        </BlockStack>
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title={changesText.title}>
      <BlockStack gap="300">
        <List gap="extraTight">
          {changeSentences(change.was, change.now).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
        <p>{change.kind === "options" ? changesText.held : changesText.stillPrinted}</p>
        <ButtonGroup>
          <Button
            disabled={denied}
            loading={fix.busy}
            onClick={() => fix.keep(gid, change.factsHash)}
            accessibilityLabel={changesText.keepLabel(name)}
          >
            {changesText.keep}
          </Button>
          {onEdit && (
            <Button onClick={onEdit} accessibilityLabel={changesText.editLabel(name)}>
              {changesText.edit}
            </Button>
          )}
        </ButtonGroup>
      </BlockStack>
    </Banner>
  );
}
