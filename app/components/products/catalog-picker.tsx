import { useFetcher } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Button,
  ButtonGroup,
  Checkbox,
  EmptySearchResult,
  InlineGrid,
  InlineStack,
  Modal,
  Pagination,
  ResourceItem,
  ResourceList,
  Select,
  Spinner,
  TextField,
  Thumbnail,
} from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import { useEffect, useState, type ReactNode } from "react";
import type { SkuOffer } from "../../catalog/catalog-skus.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { useRestoreFocus } from "../common/focus.ts";
import { useSearchBox } from "../common/list-address.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { Small, SmallNote, Strong } from "../common/text.tsx";
import { CATALOG_PICKER as text } from "./catalog-picker-copy.ts";

/** A product of the print service's catalog in the list. */
interface ListedProduct {
  id: string;
  name: string;
  /** The signed address of its small picture; null: there is none. */
  preview: string | null;
  variants: number;
  inStock: number;
  colors: number;
  sizes: string[];
}

/** A variant of a chosen product. */
export interface PickedVariant {
  itemSku: string;
  title: string;
  outOfStock: boolean;
  attributes: { name: string; value: string }[];
}

/** A chosen product of the catalog, with the variants that it has. */
export interface PickedProduct {
  id: string;
  name: string;
  variants: PickedVariant[];
}

/** The answer of the catalog's address. gone: the catalog has no such product, or is not there. */
export type CatalogAnswer =
  | { outcome: "found"; products: ListedProduct[]; next: string | null }
  | { outcome: "product"; product: PickedProduct }
  | { outcome: "filters"; colors: string[]; sizes: string[] }
  | { outcome: "in_use"; skus: string[] }
  | { outcome: "gone" }
  | RequestFailed;

const PATH = "/app/products/catalog";

type Choice =
  { kind: "sku"; onChoose(sku: string): void } | { kind: "product"; onChoose(product: PickedProduct): void };

interface CatalogPickerProps {
  offer: NonNullable<SkuOffer>;
  choice: Choice;
  onClose(): void;
}

/** Lets staff choose a product of the print service's catalog, or one SKU: of the catalog, or one that the shop uses already. */
export function CatalogPicker({ offer, choice, onClose }: CatalogPickerProps) {
  useRestoreFocus();
  const [source, setSource] = useState(offer);
  const search = useProductSearch();
  const opened = useProduct();
  const { product } = opened;
  const isChosen = choice.kind === "product" && product !== null;
  useEffect(() => {
    if (isChosen) choice.onChoose(product);
  }, [isChosen]);
  const isInUse = source === "in_use";
  const shown = choice.kind === "sku" && !isInUse ? product : null;
  const back = { content: text.back, onAction: opened.close };
  return (
    <Modal
      open
      title={shown?.name ?? text.action[offer]}
      onClose={onClose}
      secondaryActions={[...(shown ? [back] : []), { content: COMMON.cancel, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {choice.kind === "sku" && offer === "catalog" && !shown && (
            <ButtonGroup variant="segmented">
              {(["catalog", "in_use"] as const).map((one) => (
                <Button key={one} pressed={source === one} onClick={() => setSource(one)}>
                  {text.sources[one]}
                </Button>
              ))}
            </ButtonGroup>
          )}
          {isInUse && choice.kind === "sku" && <SkusInUse onChoose={choice.onChoose} />}
          {!isInUse && !shown && <Products search={search} opened={opened} />}
          {shown && choice.kind === "sku" && (
            <Variants product={shown} wanted={search.filters} onChoose={choice.onChoose} />
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/** What is searched for. */
interface Filters {
  query: string;
  color: string;
  size: string;
  inStock: boolean;
}

/** A page of the catalog's products. What was read last stays while the next page comes. */
function useProductSearch() {
  const { load, data, state } = useFetcher<CatalogAnswer>();
  const options = useFetcher<CatalogAnswer>();
  const [filters, setFilters] = useState<Filters>({ query: "", color: "", size: "", inStock: false });
  /** The cursors of the pages so far, the first one without. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const { query, color, size, inStock } = filters;
  const cursor = cursors.at(-1) ?? "";
  const given = { query, color, size, cursor, in_stock: inStock ? "1" : "" };
  const path = `${PATH}?${new URLSearchParams(Object.entries(given).filter(([, value]) => value !== "")).toString()}`;
  useEffect(() => load(path), [load, path]);
  useEffect(() => options.load(`${PATH}?filters`), []);
  const next = data?.outcome === "found" ? data.next : null;
  return {
    answer: data,
    loading: state !== "idle",
    filters,
    options: options.data?.outcome === "filters" ? options.data : null,
    change(changed: Partial<Filters>): void {
      setFilters({ ...filters, ...changed });
      setCursors([]);
    },
    reload: () => load(path),
    hasPages: next !== null || cursors.length > 0,
    onNext: next === null ? undefined : () => setCursors([...cursors, next]),
    onPrevious: cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1)),
  };
}

/** The product that staff opened, with its variants. */
function useProduct() {
  const { load, data, state } = useFetcher<CatalogAnswer>();
  const [id, setId] = useState<string | null>(null);
  const isRead = data?.outcome === "product" && data.product.id === id;
  return {
    product: isRead ? data.product : null,
    loading: state !== "idle",
    problem:
      id !== null && state === "idle" && (data?.outcome === "gone" || data?.outcome === "failed") ? data.outcome : null,
    open(product: string): void {
      setId(product);
      load(`${PATH}?${new URLSearchParams({ product }).toString()}`);
    },
    close: () => setId(null),
  };
}

interface ProductsProps {
  search: ReturnType<typeof useProductSearch>;
  opened: ReturnType<typeof useProduct>;
}

function Products({ search, opened }: ProductsProps) {
  const { answer, filters, options, change } = search;
  const retry = { content: COMMON.tryAgain, onAction: search.reload, loading: search.loading };
  return (
    <>
      <SearchBox
        label={text.search}
        help={text.searchHelp}
        query={filters.query}
        onSearch={(query) => change({ query })}
      />
      <InlineGrid columns={2} gap="300">
        <AnySelect
          label={text.color}
          values={options?.colors ?? []}
          value={filters.color}
          onChange={(color) => change({ color })}
        />
        <AnySelect
          label={text.size}
          values={options?.sizes ?? []}
          value={filters.size}
          onChange={(size) => change({ size })}
        />
      </InlineGrid>
      <Checkbox label={text.inStock} checked={filters.inStock} onChange={(inStock) => change({ inStock })} />
      {opened.problem && <MessageBanner tone="warning" text={opened.problem === "gone" ? text.gone : text.failed} />}
      {answer?.outcome === "failed" && <MessageBanner tone="warning" text={text.failed} action={retry} />}
      {!answer && <Spinner size="small" accessibilityLabel={text.loading} />}
      {answer?.outcome === "gone" && <Empty {...text.none} />}
      {answer?.outcome === "found" && (
        <ResourceList
          resourceName={text.resource}
          items={answer.products}
          loading={search.loading || opened.loading}
          idForItem={({ id }) => id}
          emptyState={<Empty {...text.none} />}
          renderItem={(product) => <ProductItem product={product} onOpen={() => opened.open(product.id)} />}
        />
      )}
      {search.hasPages && (
        <Pagination
          accessibilityLabel={text.pages}
          hasNext={search.onNext !== undefined}
          hasPrevious={search.onPrevious !== undefined}
          onNext={search.onNext}
          onPrevious={search.onPrevious}
        />
      )}
    </>
  );
}

function ProductItem({ product, onOpen }: { product: ListedProduct; onOpen(): void }) {
  const { id, name, preview, variants, inStock, colors, sizes } = product;
  return (
    <ResourceItem
      id={id}
      accessibilityLabel={name}
      onClick={onOpen}
      verticalAlignment="center"
      media={<Thumbnail source={preview ?? ImageIcon} alt="" size="small" />}
    >
      <BlockStack>
        <Strong breakWord>{name}</Strong>
        <Small>{text.about(variants, colors, sizes)}</Small>
        {inStock === 0 && <Small>{text.noneInStock}</Small>}
      </BlockStack>
    </ResourceItem>
  );
}

/** Rows of a product's variants that are drawn: a product may have hundreds. */
const SHOWN_VARIANTS = 60;

interface VariantsProps {
  product: PickedProduct;
  /** What the products were searched with: a color or size that this one has is chosen already. */
  wanted: Pick<Filters, "color" | "size" | "inStock">;
  onChoose(sku: string): void;
}

function Variants({ product, wanted, onChoose }: VariantsProps) {
  const attributes = attributesOf(product.variants);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      attributes.flatMap(({ name, values }) => {
        const value = values.find((one) =>
          [wanted.color, wanted.size].some((text) => text.toLowerCase() === one.toLowerCase()),
        );
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  );
  const [inStock, setInStock] = useState(wanted.inStock);
  const found = product.variants.filter(
    (variant) =>
      (!inStock || !variant.outOfStock) &&
      Object.entries(chosen).every(([name, value]) => value === "" || valueOf(variant, name) === value),
  );
  return (
    <>
      {attributes.length > 0 && (
        <InlineGrid columns={{ xs: Math.min(2, attributes.length), sm: Math.min(3, attributes.length) }} gap="300">
          {attributes.map(({ name, values }) => (
            <AnySelect
              key={name}
              label={name}
              values={values}
              value={chosen[name] ?? ""}
              onChange={(value) => setChosen({ ...chosen, [name]: value })}
            />
          ))}
        </InlineGrid>
      )}
      <Checkbox label={text.inStock} checked={inStock} onChange={setInStock} />
      {found.length > SHOWN_VARIANTS && <SmallNote>{text.firstOf(SHOWN_VARIANTS, found.length)}</SmallNote>}
      <ResourceList
        resourceName={text.variantResource}
        items={found.slice(0, SHOWN_VARIANTS)}
        idForItem={({ itemSku }) => itemSku}
        emptyState={<Empty {...text.noVariants} />}
        renderItem={({ itemSku, title, attributes: own, outOfStock }) => (
          <ResourceItem
            id={itemSku}
            accessibilityLabel={`${variantLabel({ title, attributes: own })}, ${itemSku}`}
            onClick={() => onChoose(itemSku)}
            verticalAlignment="center"
          >
            <InlineStack align="space-between" blockAlign="center" gap="200">
              <BlockStack>
                <Strong breakWord>{variantLabel({ title, attributes: own })}</Strong>
                <Small breakWord>{itemSku}</Small>
              </BlockStack>
              {outOfStock && <Badge tone="warning">{text.outOfStock}</Badge>}
            </InlineStack>
          </ResourceItem>
        )}
      />
    </>
  );
}

/** The values of a catalog variant, as staff reads them. */
export const variantLabel = ({ title, attributes }: Pick<PickedVariant, "title" | "attributes">): string =>
  attributes
    .map(({ value }) => value)
    .filter(Boolean)
    .join(" / ") || title;

const valueOf = ({ attributes }: PickedVariant, name: string): string =>
  attributes.find((one) => one.name === name)?.value ?? "";

/** More would be a form, and no filter. */
const MAX_ATTRIBUTES = 4;

/** The attributes by which variants differ, each with its values in the sequence of the catalog. */
function attributesOf(variants: readonly PickedVariant[]): { name: string; values: string[] }[] {
  const names = [...new Set(variants.flatMap(({ attributes }) => attributes.map(({ name }) => name)))];
  return names
    .map((name) => ({ name, values: [...new Set(variants.map((one) => valueOf(one, name)).filter(Boolean))] }))
    .filter(({ values }) => values.length > 1)
    .slice(0, MAX_ATTRIBUTES);
}

function SkusInUse({ onChoose }: { onChoose(sku: string): void }) {
  const { load, data, state } = useFetcher<CatalogAnswer>();
  const [query, setQuery] = useState("");
  const path = `${PATH}?${new URLSearchParams({ in_use: "1", query }).toString()}`;
  useEffect(() => load(path), [load, path]);
  const retry = { content: COMMON.tryAgain, onAction: () => load(path), loading: state !== "idle" };
  return (
    <>
      <SearchBox label={text.searchInUse} query={query} onSearch={setQuery} />
      {data?.outcome === "failed" && <MessageBanner tone="warning" text={text.failed} action={retry} />}
      {!data && <Spinner size="small" accessibilityLabel={text.loading} />}
      {data?.outcome === "in_use" && (
        <ResourceList
          resourceName={text.skuResource}
          items={data.skus.map((sku) => ({ sku }))}
          loading={state !== "idle"}
          idForItem={({ sku }) => sku}
          emptyState={<Empty {...text.noSkus} />}
          renderItem={({ sku }) => (
            <ResourceItem id={sku} accessibilityLabel={sku} onClick={() => onChoose(sku)}>
              <Strong breakWord>{sku}</Strong>
            </ResourceItem>
          )}
        />
      )}
    </>
  );
}

interface SearchBoxProps {
  label: string;
  help?: string;
  query: string;
  onSearch(query: string): void;
}

function SearchBox({ label, help, query, onSearch }: SearchBoxProps): ReactNode {
  const box = useSearchBox(query, onSearch);
  return (
    <TextField
      label={label}
      helpText={help}
      autoComplete="off"
      autoFocus
      clearButton
      value={box.text}
      onChange={box.type}
      onClearButtonClick={box.clear}
    />
  );
}

interface AnySelectProps {
  label: string;
  values: readonly string[];
  value: string;
  onChange(value: string): void;
}

const AnySelect = ({ label, values, value, onChange }: AnySelectProps) => (
  <Select
    label={label}
    options={[{ label: text.any, value: "" }, ...values.map((one) => ({ label: one, value: one }))]}
    value={value}
    onChange={onChange}
  />
);

const Empty = ({ title, hint }: { title: string; hint: string }) => (
  <EmptySearchResult title={title} description={hint} withIllustration />
);
