import { BlockStack, Box, Button, InlineStack, List, Select, Text } from "@shopify/polaris";
import { matchCatalog, type CatalogMatch } from "../../catalog/catalog-match.ts";
import { CATALOG_PICKER, MATCHES as text } from "./catalog-picker-copy.ts";
import { CatalogPicker, variantLabel, type PickedVariant } from "./catalog-picker.tsx";

/** A Shopify variant, or a combination of options, and what a catalog product has for it. */
export interface Matched<Key extends string = string> {
  key: Key;
  name: string;
  match: CatalogMatch<PickedVariant>;
}

/** An SKU to set. */
export interface SkuOfKey<Key extends string> {
  key: Key;
  itemSku: string;
}

/** The catalog product that staff chose, with what it has for each variant. */
export interface MatchedProduct<Key extends string = string> {
  name: string;
  matches: readonly Matched<Key>[];
}

interface PickAndMatchProps<Key extends string> {
  variants: readonly { key: Key; name: string; options: readonly { name: string; value: string }[] }[];
  onMatched(product: MatchedProduct<Key>): void;
  onClose(): void;
}

/** Lets staff choose a product of the catalog, and matches its variants with these. */
export function PickAndMatch<Key extends string>({ variants, onMatched, onClose }: PickAndMatchProps<Key>) {
  return (
    <CatalogPicker
      offer="catalog"
      choice={{
        kind: "product",
        onChoose: (product) => {
          const found = matchCatalog(variants, product.variants);
          const matches = variants.map(({ key, name }, at) => ({ key, name, match: found[at] ?? OPEN }));
          onMatched({ name: product.name, matches });
        },
      }}
      onClose={onClose}
    />
  );
}

const OPEN = { kind: "open" } as const;

/** What is to be said and done about matches, by the SKUs that are there. */
export function sortMatches<Key extends string>(matches: readonly Matched<Key>[], skuOf: (key: Key) => string) {
  const sure = matches.flatMap(({ key, match }) =>
    match.kind === "sure" ? [{ key, itemSku: match.choice.itemSku }] : [],
  );
  const isThere = ({ key, itemSku }: SkuOfKey<Key>) => skuOf(key).trim() === itemSku;
  const isOther = (one: SkuOfKey<Key>) => skuOf(one.key).trim() !== "" && !isThere(one);
  const isAnswered = ({ key, match }: Matched<Key>) =>
    match.kind === "doubtful" && match.choices.some(({ itemSku }) => itemSku === skuOf(key).trim());
  const doubtful = matches.filter((one) => one.match.kind === "doubtful" && !isAnswered(one));
  return {
    /** Surely these, and nothing else is there. */
    missing: sure.filter((one) => skuOf(one.key).trim() === ""),
    same: sure.filter(isThere),
    /** Surely these, but a person has entered others. */
    others: sure.filter(isOther),
    doubtful,
    /** Of the doubtful ones, those without an entry for which there is one choice. */
    suggestions: doubtful.flatMap(({ key, match }) => {
      const [only, ...more] = match.kind === "doubtful" ? match.choices : [];
      return only && more.length === 0 && skuOf(key).trim() === "" ? [{ key, itemSku: only.itemSku }] : [];
    }),
    open: matches.filter(({ match }) => match.kind === "open"),
  };
}

const MAX_NAMED = 8;

interface MatchSummaryProps<Key extends string> {
  matches: readonly Matched<Key>[];
  /** The SKUs as the fields have them. */
  skuOf(key: Key): string;
  /** What the match has filled in; null: nothing that is to be said. */
  filled: string | null;
  onFill(skus: readonly SkuOfKey<Key>[]): void;
  /** Moves to the next field that staff has to choose for; null: all are in sight. */
  onNext: ((key: Key) => void) | null;
}

/** What became of a match: what was filled in, what staff has to choose, and what has no match. */
export function MatchSummary<Key extends string>({ matches, skuOf, filled, onFill, onNext }: MatchSummaryProps<Key>) {
  const { missing, same, others, doubtful, suggestions, open } = sortMatches(matches, skuOf);
  const [next] = doubtful;
  return (
    <BlockStack gap="200">
      {filled !== null && <Text as="p">{filled}</Text>}
      {filled === null && same.length > 0 && <Text as="p">{text.same(same.length)}</Text>}
      {missing.length > 0 && (
        <InlineStack gap="200" blockAlign="center">
          <Text as="p">{text.missing(missing.length)}</Text>
          <Button onClick={() => onFill(missing)}>{text.fillIn}</Button>
        </InlineStack>
      )}
      {others.length > 0 && (
        <InlineStack gap="200" blockAlign="center">
          <Text as="p">{text.kept(others.length)}</Text>
          <Button onClick={() => onFill(others)}>{text.replace}</Button>
        </InlineStack>
      )}
      {next && (
        <InlineStack gap="200" blockAlign="center">
          <Text as="p">{text.doubtful(doubtful.length)}</Text>
          {onNext && <Button onClick={() => onNext(next.key)}>{text.next}</Button>}
          {suggestions.length > 0 && (
            <Button onClick={() => onFill(suggestions)}>{text.suggestions(suggestions.length)}</Button>
          )}
        </InlineStack>
      )}
      {open.length > 0 && (
        <Box>
          <Text as="p">{text.open}</Text>
          <List gap="extraTight">
            {open.slice(0, MAX_NAMED).map(({ key, name }) => (
              <List.Item key={key}>{name}</List.Item>
            ))}
            {open.length > MAX_NAMED && <List.Item>{text.more(open.length - MAX_NAMED)}</List.Item>}
          </List>
        </Box>
      )}
    </BlockStack>
  );
}

interface MatchChoiceProps {
  label: string;
  match: CatalogMatch<PickedVariant>;
  sku: string;
  onChoose(sku: string): void;
  /** Moves to the next variant to choose for; null: there is none, or it is in sight. */
  onNext: (() => void) | null;
}

/** The choices of a doubtful match; nothing for another one. */
export function MatchChoice({ label, match, sku, onChoose, onNext }: MatchChoiceProps) {
  if (match.kind !== "doubtful") return null;
  const isChosen = match.choices.some(({ itemSku }) => itemSku === sku.trim());
  const options = match.choices.map((choice) => ({
    label: [variantLabel(choice), choice.itemSku, ...(choice.outOfStock ? [CATALOG_PICKER.outOfStock] : [])].join(
      " · ",
    ),
    value: choice.itemSku,
  }));
  return (
    <BlockStack gap="100" inlineAlign="stretch">
      <Select
        label={label}
        options={[{ label: text.choose, value: "" }, ...options]}
        value={isChosen ? sku.trim() : ""}
        onChange={(chosen) => chosen !== "" && onChoose(chosen)}
      />
      {isChosen && onNext && (
        <Button variant="plain" textAlign="start" onClick={onNext}>
          {text.next}
        </Button>
      )}
    </BlockStack>
  );
}
