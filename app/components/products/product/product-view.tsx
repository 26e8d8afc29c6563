import { useAppBridge } from "@shopify/app-bridge-react";
import {
  Badge,
  Banner,
  BlockStack,
  Box,
  Button,
  Card,
  InlineStack,
  Layout,
  List,
  Page,
  SkeletonBodyText,
  Text,
} from "@shopify/polaris";
import { useFetcher, useSearchParams } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { gidNumber, type Gid } from "../../../ports/gid.ts";
import type { ProductPage, ProductVariant } from "../../../catalog/product-page.ts";
import type { SkuOffer } from "../../../catalog/catalog-skus.ts";
import type { ArtworkFindings, SideChoices } from "../../../catalog/artwork-findings.ts";
import type { ShopSettings } from "../../../settings/settings.ts";
import type { SideText } from "../../../catalog/text-placements.ts";
import type { SkuFindings } from "../../../sku-checks/findings.ts";
import { ConfirmDialog } from "../../common/confirm-dialog.tsx";
import { RestoreFocus } from "../../common/focus.ts";
import { addressOfList } from "../../common/list-address.ts";
import { hasFailed, type RequestFailed } from "../../common/request-failed.ts";
import { SmallNote, TitledCard } from "../../common/text.tsx";
import { ContextualSaveBar } from "../../common/save-bar.tsx";
import { useAutoRefresh } from "../../common/use-auto-refresh.ts";
import { useDenied } from "../../common/shop-context.tsx";
import { COPY, STATUS_BADGES, variantName, whyNotPrintable } from "../copy.ts";
import { CopyBanner, OutdatedBanner, SaveErrorBanner, ShopifyReadBanner } from "../product-banners.tsx";
import { useMappingForm, useProductAction, type MappingForm } from "../use-mapping-form.ts";
import { VariantCard, variantCardId, type VariantChangeFix } from "./variant-card.tsx";
import { MATCHES } from "../catalog-picker-copy.ts";
import type { Matched, MatchedProduct, SkuOfKey } from "../catalog-match.tsx";
import { targetsOf } from "../mapping-methods/targets.ts";
import { useMappingMethods } from "../mapping-methods/use-mapping-methods.tsx";

/** What the editor of texts is opened with. `mayAddFiles`: the store lets Inkbridge add print files to its files. */
export interface SideTexts {
  sides: SideText[];
  mayAddFiles: boolean;
}

interface Findings {
  skuFindings: SkuFindings;
  artworkFindings: ArtworkFindings;
  sides: SideChoices;
  replacedArtwork: ShopSettings["replacedArtwork"];
}

type ProductViewProps = {
  page: ProductPage;
  sellingPrices: ShopSettings["sellingPrices"];
  /** What print SKUs are chosen from. */
  skuOffer: SkuOffer;
} & Findings;

/** One product: the mappings of its variants. */
export function ProductView({ page, sellingPrices, skuOffer, ...found }: ProductViewProps) {
  const form = useMappingForm(page.variants, () => page.gid);
  const mark = usePrintMark();
  const cards = useOpenCards(page, form);
  const match = useCatalogMatch(page, form, cards);
  const methods = useMappingMethods(page, form.dirty, skuOffer === "catalog" ? match.pick : null);
  const mapped = page.variants.filter((variant) => variant.mapping !== null).length;
  const toMap = page.variants.filter((variant) => isToMap(variant, page.shopify?.giftCard ?? false));
  const mapVariants = () => {
    cards.open(toMap.slice(0, ALL_OPEN).map(({ gid }) => gid));
    // The fields of a closed card are drawn first.
    requestAnimationFrame(() => toMap[0] && fieldOf(toMap[0])?.focus());
  };
  const denied = useDenied();
  const number = gidNumber(page.gid);
  const status = page.shopify && STATUS_BADGES[page.shopify.status];
  return (
    <Page
      title={page.shopify?.title ?? COPY.product.untitled(number)}
      titleMetadata={status && <Badge tone={status.tone}>{status.label}</Badge>}
      backAction={useBackAction()}
      primaryAction={toMap.length > 0 ? { content: COPY.mapVariants, onAction: mapVariants } : undefined}
      actionGroups={[
        ...methods.actions,
        {
          title: COPY.moreActions,
          actions: [
            ...(page.shopify
              ? [
                  {
                    content: COPY.product.viewInShopify,
                    url: `shopify://admin/products/${number}`,
                    target: "_top" as const,
                  },
                ]
              : []),
            {
              content: page.notPrinted ? COPY.product.markPrinted : COPY.product.markNotPrinted,
              disabled: denied || mark.busy,
              onAction: () => mark.send(page.notPrinted, null),
            },
          ],
        },
      ]}
    >
      <ContextualSaveBar
        id="mappings"
        open={form.dirty}
        saving={form.saving}
        onSave={form.save}
        onDiscard={form.discard}
      />
      {methods.dialog}
      {match.dialog}
      <Layout>
        <Layout.Section>
          <BlockStack gap="400">
            <ShopifyReadBanner page={page} />
            <CopyBanner page={page} onCopy={methods.copyFrom} />
            {match.banner}
            <SaveErrorBanner outcome={form.outcome} />
            <OutdatedBanner variants={page.variants} form={form} nameOf={variantName} />
            <Variants
              page={page}
              {...found}
              form={form}
              cards={cards}
              match={match}
              offer={skuOffer}
              onMark={mark.send}
            />
            {mapped > 0 && <TextsCard productGid={page.gid} />}
          </BlockStack>
        </Layout.Section>
        <Layout.Section variant="oneThird">
          <AboutMapping
            mapped={mapped}
            variants={page.variants.filter((variant) => !variant.notPrinted).length}
            neverPrinted={page.variants.length > 0 && page.variants.every(({ notPrinted }) => notPrinted)}
          />
        </Layout.Section>
        {/* The last one: what it shows later moves nothing on a phone. */}
        {mapped > 0 && (
          <Layout.Section variant="fullWidth">
            <PricesCard productGid={page.gid} sellingPrices={sellingPrices} />
          </Layout.Section>
        )}
      </Layout>
    </Page>
  );
}

/** Back to the list, or to the order whose item is mapped here. */
function useBackAction() {
  const order = useSearchParams()[0].get("order") ?? "";
  return /^\d+$/.test(order)
    ? { content: COPY.product.backToOrder, url: `/app/orders/${order}` }
    : { content: COPY.title, url: addressOfList("/app/products") };
}

// Loaded when a catalog product is chosen.
const PickAndMatch = lazy(() =>
  import("../catalog-match.tsx").then(({ PickAndMatch: picker }) => ({ default: picker<Gid<"ProductVariant">> })),
);
const MatchSummary = lazy(() =>
  import("../catalog-match.tsx").then(({ MatchSummary: summary }) => ({ default: summary<Gid<"ProductVariant">> })),
);

/**
 * Chooses one catalog product for all variants: what matches surely is filled into the form, what is doubtful is asked beside the fields.
 * Nothing is saved.
 */
function useCatalogMatch(page: ProductPage, form: MappingForm, cards: OpenCards) {
  const [picking, setPicking] = useState(false);
  const [matched, setMatched] = useState<(MatchedProduct<Gid<"ProductVariant">> & { filled: number }) | null>(null);
  const skuOf = (gid: Gid<"ProductVariant">) => form.draft(gid).itemSku;
  const fill = (skus: readonly SkuOfKey<Gid<"ProductVariant">>[]) => {
    for (const { key, itemSku } of skus) form.change([key], { itemSku });
  };
  const take = (found: MatchedProduct<Gid<"ProductVariant">>) => {
    setPicking(false);
    const missing = found.matches.flatMap(({ key, match }) =>
      match.kind === "sure" && skuOf(key).trim() === "" ? [{ key, itemSku: match.choice.itemSku }] : [],
    );
    fill(missing);
    setMatched({ ...found, filled: missing.length });
  };
  const isOpen = ({ key, match }: Matched<Gid<"ProductVariant">>) =>
    match.kind === "doubtful" && !match.choices.some(({ itemSku }) => itemSku === skuOf(key).trim());
  const show = (gid: Gid<"ProductVariant">) => {
    cards.open([gid]);
    focusChoice(gid);
  };
  const variants = targetsOf(page).map(({ gid, name, options }) => ({ key: gid, name, options }));
  const filled = matched && matched.filled > 0 && form.dirty ? MATCHES.unsaved(matched.filled) : null;
  return {
    pick: () => setPicking(true),
    dialog: picking && (
      <>
        <RestoreFocus />
        <Suspense>
          <PickAndMatch variants={variants} onMatched={take} onClose={() => setPicking(false)} />
        </Suspense>
      </>
    ),
    banner: matched && (
      <Banner tone="info" title={MATCHES.title(matched.name)} onDismiss={() => setMatched(null)}>
        <Suspense>
          <MatchSummary matches={matched.matches} skuOf={skuOf} filled={filled} onFill={fill} onNext={show} />
        </Suspense>
      </Banner>
    ),
    matchOf: (gid: Gid<"ProductVariant">) => matched?.matches.find(({ key }) => key === gid) ?? null,
    /** Moves to the next variant that is still to be chosen for; null: there is none. */
    nextAfter: (gid: Gid<"ProductVariant">) => {
      const next = matched?.matches.find((one) => one.key !== gid && isOpen(one));
      return next ? () => show(next.key) : null;
    },
  };
}

/** The fields of a closed card are drawn first, and the choices are loaded. */
const MAX_FRAMES = 60;

/** Moves the focus to the choices of a doubtful match, in a variant's open card. */
function focusChoice(gid: Gid<"ProductVariant">, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    const choice = document.querySelector<HTMLElement>(`#${variantCardId(gid)} select`);
    if (choice) choice.focus();
    else if (frames > 0) focusChoice(gid, frames - 1);
  });
}

/** Marks a variant, or with null the product, as printed or never printed. */
function usePrintMark() {
  const bridge = useAppBridge();
  const marker = useProductAction((answer) => {
    if (answer.outcome !== "marked") return;
    const done = answer.printed ? COPY.product.markedPrinted : COPY.product.markedNotPrinted;
    bridge.toast.show(answer.variantGid === null ? done.product : done.variant);
  });
  return {
    busy: marker.busy,
    send: (printed: boolean, variantGid: Gid<"ProductVariant"> | null) =>
      marker.send({ intent: printed ? "mark_printed" : "mark_not_printed", variantGid }),
  };
}

/** A worker releases the orders that were held until the variant was mapped, usually within a second. */
const RELEASE_REFRESH_MS = 1_500;
const isReleasing = ({ mapping, heldOrders }: ProductVariant): boolean => mapping !== null && heldOrders > 0;

interface VariantsProps extends Findings {
  page: ProductPage;
  form: MappingForm;
  cards: OpenCards;
  match: ReturnType<typeof useCatalogMatch>;
  offer: SkuOffer;
  onMark(printed: boolean, variantGid: Gid<"ProductVariant"> | null): void;
}

function Variants(props: VariantsProps) {
  const { page, skuFindings, artworkFindings, sides, replacedArtwork, form, cards, match, offer, onMark } = props;
  const giftCard = page.shopify?.giftCard ?? false;
  useAutoRefresh(RELEASE_REFRESH_MS, page.variants.some(isReleasing));
  const removal = useRemoval(form);
  const fix = useVariantChangeFix();
  const printable = page.variants.filter((one) => one.shopify !== null && whyNotPrintable(one, giftCard) === null);
  const copyFrom = (from: ProductVariant) => {
    const { artworkFront, artworkBack, artworkSides, requiredSides } = form.draft(from.gid);
    const others = printable.filter(({ gid }) => gid !== from.gid);
    form.copy(others, { artworkFront, artworkBack, artworkSides, requiredSides });
  };
  return (
    <>
      {page.variants.map((variant) => (
        <VariantCard
          key={variant.gid}
          variant={variant}
          skuFinding={skuFindings[variant.gid] ?? null}
          artworkFindings={artworkFindings[variant.gid] ?? []}
          sides={sides}
          holdsReplaced={replacedArtwork === "hold"}
          giftCard={giftCard}
          siblingMapped={page.variants.some((one) => one.mapping !== null)}
          form={form}
          offer={offer}
          matched={match.matchOf(variant.gid)}
          onNextMatch={match.nextAfter(variant.gid)}
          open={cards.isOpen(variant.gid)}
          onToggle={() => cards.toggle(variant.gid)}
          onCopy={printable.length > 1 ? () => copyFrom(variant) : null}
          onRemove={() => removal.confirm(variant)}
          fix={fix}
          onMark={(printed) => onMark(printed, variant.gid)}
          productNotPrinted={page.notPrinted}
        />
      ))}
      {removal.variant && (
        <ConfirmDialog
          title={COPY.remove.title(variantName(removal.variant))}
          label={COPY.variant.remove}
          destructive
          {...removal.handlers}
        >
          <BlockStack gap="400">
            {removal.variant.unsentOrders > 0 && (
              <Text as="p" fontWeight="semibold">
                {COPY.remove.unsent(removal.variant.unsentOrders)}
              </Text>
            )}
            <Text as="p">{COPY.remove.text}</Text>
          </BlockStack>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Keeps the mapping of a changed variant, or moves that of a deleted one. */
function useVariantChangeFix(): VariantChangeFix {
  const bridge = useAppBridge();
  const fixer = useProductAction((answer) => {
    if (answer.outcome === "kept") bridge.toast.show(COPY.change.kept);
    if (answer.outcome === "moved") bridge.toast.show(answer.kept ? COPY.change.copied : COPY.change.moved);
    if (answer.outcome === "changed_again") bridge.toast.show(COPY.change.changedAgain, { isError: true });
  });
  return {
    busy: fixer.busy,
    keep: (variantGid, factsHash) => fixer.send({ intent: "keep", variantGid, factsHash }),
    move: (variantGid) => fixer.send({ intent: "move", variantGid }),
  };
}

/** Removes a mapping after a confirmation. */
function useRemoval(form: MappingForm) {
  const bridge = useAppBridge();
  const [variant, confirm] = useState<ProductVariant | null>(null);
  const remover = useProductAction((answer) => {
    if (answer.outcome !== "removed") return;
    confirm(null);
    form.resetVariant(answer.variantGid);
    bridge.toast.show(COPY.product.removed(answer.held));
  });
  return {
    variant,
    confirm,
    handlers: {
      busy: remover.busy,
      onClose: () => confirm(null),
      onConfirm: () => variant && remover.send({ intent: "remove", variantGid: variant.gid }),
    },
  };
}

// Loaded when it is opened.
const TextEditor = lazy(() => import("./text-editor.tsx").then(({ TextEditor: editor }) => ({ default: editor })));

/** Where texts of the customer are drawn on the product's artwork. */
function TextsCard({ productGid }: { productGid: Gid<"Product"> }) {
  const bridge = useAppBridge();
  const { load, data, state } = useFetcher<SideTexts | RequestFailed>();
  const [isOpen, setOpen] = useState(false);
  const { texts } = COPY.product;
  const path = `/app/products/${gidNumber(productGid)}/texts`;
  const sides = data && !hasFailed(data) ? data : null;
  const toggle = () => {
    if (!isOpen) load(path);
    setOpen(!isOpen);
  };
  const onSaved = (message: string) => {
    bridge.toast.show(message);
    setOpen(false);
  };
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingSm">
            {texts.title}
          </Text>
          <Button
            variant="tertiary"
            disclosure={isOpen ? "up" : "down"}
            ariaExpanded={isOpen}
            loading={isOpen && state !== "idle"}
            accessibilityLabel={isOpen ? texts.closeLabel : texts.openLabel}
            onClick={toggle}
          >
            {isOpen ? texts.close : texts.open}
          </Button>
        </InlineStack>
        {!isOpen && <SmallNote>{texts.about}</SmallNote>}
        {isOpen && state === "idle" && hasFailed(data) && <SmallNote tone="critical">{COPY.actionFailed}</SmallNote>}
        {isOpen && state === "idle" && sides?.sides.length === 0 && <SmallNote>{texts.noArtwork}</SmallNote>}
        {isOpen && state === "idle" && sides && sides.sides.length > 0 && (
          <Suspense>
            <TextEditor productGid={productGid} {...sides} onSaved={onSaved} />
          </Suspense>
        )}
      </BlockStack>
    </Card>
  );
}

const ALL_OPEN = 3;

/** Opens the variant that the address names, or every variant of a short list; and after a save the variants with a problem. */
function useOpenCards(page: ProductPage, { outcome, problems }: MappingForm) {
  const linkedVariant = useSearchParams()[0].get("variant");
  const [toggled, setToggled] = useState<Readonly<Record<Gid<"ProductVariant">, boolean>>>({});
  // Once for each save: a card stays open while its problems are fixed.
  const [seenOutcome, setSeenOutcome] = useState(outcome);
  if (outcome !== seenOutcome) {
    setSeenOutcome(outcome);
    const withProblems = page.variants.filter(({ gid }) => Object.keys(problems(gid)).length > 0);
    setToggled((all) => ({ ...all, ...Object.fromEntries(withProblems.map(({ gid }) => [gid, true])) }));
  }
  const neverPrinted = new Set(page.variants.flatMap(({ gid, notPrinted }) => (notPrinted ? [gid] : [])));
  const openInitially = (gid: Gid<"ProductVariant">) =>
    linkedVariant === null
      ? page.variants.length <= ALL_OPEN && !neverPrinted.has(gid)
      : gidNumber(gid) === linkedVariant;
  const isOpen = (gid: Gid<"ProductVariant">) => toggled[gid] ?? openInitially(gid);
  return {
    isOpen,
    toggle: (gid: Gid<"ProductVariant">) => setToggled((all) => ({ ...all, [gid]: !isOpen(gid) })),
    open: (gids: readonly Gid<"ProductVariant">[]) =>
      setToggled((all) => ({ ...all, ...Object.fromEntries(gids.map((gid) => [gid, true])) })),
  };
}

type OpenCards = ReturnType<typeof useOpenCards>;

/** Nothing says whether to print the variant, and the variant can be printed. */
const isToMap = (variant: ProductVariant, giftCard: boolean): boolean =>
  variant.mapping === null &&
  variant.shopify !== null &&
  !variant.notPrinted &&
  whyNotPrintable(variant, giftCard) === null;

/** The first field of a variant's open card. */
const fieldOf = ({ gid }: ProductVariant): HTMLInputElement | null =>
  document.querySelector(`#${variantCardId(gid)} input`);

// Loaded when they are asked for, as the print service is.
const Prices = lazy(() => import("./prices.tsx").then(({ Prices: prices }) => ({ default: prices })));

/** What the product costs by country, and the prices to sell at. */
function PricesCard(props: { productGid: Gid<"Product">; sellingPrices: ShopSettings["sellingPrices"] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <TitledCard title={COPY.prices.title}>
      <Text as="p">{COPY.prices.text}</Text>
      {isOpen ? (
        <Suspense fallback={<SkeletonBodyText lines={8} />}>
          <Prices {...props} />
        </Suspense>
      ) : (
        <Box>
          <Button onClick={() => setOpen(true)}>{COPY.prices.show}</Button>
        </Box>
      )}
    </TitledCard>
  );
}

/** Explains mappings, beside the variants. */
function AboutMapping(props: { mapped: number; variants: number; neverPrinted: boolean }) {
  const { mapped, variants, neverPrinted } = props;
  const { none, some, facts, neverPrinted: never, neverPrintedText } = COPY.about;
  if (neverPrinted)
    return (
      <TitledCard title={never}>
        <Text as="p">{neverPrintedText}</Text>
      </TitledCard>
    );
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingSm">
          {mapped === 0 ? none : some(mapped, variants)}
        </Text>
        <List gap="extraTight">
          {facts.map((fact) => (
            <List.Item key={fact}>{fact}</List.Item>
          ))}
        </List>
      </BlockStack>
    </Card>
  );
}
