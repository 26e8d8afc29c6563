import {
  IndexFilters,
  IndexFiltersMode,
  ChoiceList,
  FormLayout,
  TextField,
  type IndexFiltersProps,
} from "@shopify/polaris";
import type { ChoiceFilter, FilterNames } from "../../orders/pages/list/filter-choices.ts";
import type { Counts } from "../../orders/pages/list/read-page.ts";
import {
  DEFAULT_QUERY,
  hasFilters,
  isAmount,
  isFiltered,
  NO_FILTERS,
  SORTS,
  writeListQuery,
  type ListQuery,
} from "../../orders/pages/list/list-query.ts";
import { COUNT_LIMIT, COUNTED_TABS, TABS, type Tab } from "../../orders/pages/list/tabs.ts";
import { formatUpTo } from "../common/format.ts";
import { saveViewAction, viewTabs, type SavedViews } from "../common/saved-views.ts";
import { useShop } from "../common/shop-context.tsx";
import { useScrollToOpenTab, useListFilters } from "../common/list-filters.ts";
import { useSearchBox } from "../common/list-address.ts";
import { FilterChoices } from "./filter-choices.tsx";
import { FILTERS, SORT_OPTIONS, TAB_COPY, APPLIED_FILTERS } from "./copy.ts";
import { ATTENTION, ATTENTION_CODES } from "../../orders/core/attention.ts";
import { SUBMISSION_STATES, type SubmissionState } from "../../orders/core/states.ts";
import { STATE_LABELS } from "../common/labels.ts";

interface OrdersFiltersProps {
  query: ListQuery;
  counts: Counts;
  views: SavedViews;
  loading: boolean;
  /** The text of the search, which the query has encrypted. */
  search: string;
  names: FilterNames;
  onChange(change: Partial<ListQuery>): void;
  onSearch(text: string): void;
  onOpenTab(tab: Tab): void;
}

/** Tabs, saved views, search, filters and sorting of the orders page. */
export function OrdersFilters(props: OrdersFiltersProps) {
  const { query, search, names, counts, views, loading, onChange, onSearch, onOpenTab } = props;
  const { timezone } = useShop();
  const clear = () => onChange({ ...NO_FILTERS, search: "" });
  const startsFiltering = isFiltered(query) && !views.current;
  const filters = useListFilters({ filtering: startsFiltering, search, onSearch });
  const { tabs, selected, select } = viewTabs({
    fixed: TABS,
    open: query.tab,
    views,
    label: (tab) => tabLabel(tab, counts),
    onOpen: onOpenTab,
    onEdit: filters.showFilters,
  });
  useScrollToOpenTab(selected, filters.showsTabs);
  const shared = filters.props(select);
  const bar = (
    <IndexFilters
      {...shared}
      setMode={(mode) => {
        if (mode === IndexFiltersMode.Default && isPopoverOpen()) return;
        shared.setMode(mode);
      }}
      tabs={tabs}
      selected={selected}
      canCreateNewView={views.canAdd}
      onCreateNewView={(name) => views.save(name, writeListQuery(unfiltered(query)).toString())}
      queryPlaceholder={FILTERS.search}
      filters={filterControls(query, { timezone, names, onChange })}
      appliedFilters={appliedFilters(query, names, onChange)}
      onClearAll={clear}
      sortOptions={SORT_OPTIONS}
      sortSelected={[query.sort]}
      onSort={([value]) => onChange({ sort: SORTS.find((sort) => sort === value) ?? DEFAULT_QUERY.sort })}
      loading={loading}
      cancelAction={{
        onAction: () => {
          if (isPopoverOpen()) return;
          if (views.current) views.open(views.current);
          else clear();
        },
      }}
      primaryAction={saveViewAction(views, hasFilters(query) || query.columns.length > 0)}
    />
  );
  return <div className={startsFiltering ? "Inkbridge-FiltersShown" : undefined}>{bar}</div>;
}

/** Escape closes a filter's popover, but Polaris also treats it as "Cancel", which would drop the filters. */
const isPopoverOpen = (): boolean => document.querySelector(".Polaris-Popover") !== null;

const unfiltered = ({ tab, sort, columns }: ListQuery): ListQuery => ({ ...DEFAULT_QUERY, tab, sort, columns });

/**
 * A tab with the number of its orders. Part of the text and no badge: Polaris measures tabs without badges, and the last
 * tabs would overflow the line.
 */
const tabLabel = (tab: Tab, counts: Counts): string => TAB_COPY[tab].label + count(tab, counts);

function count(tab: Tab, counts: Counts): string {
  const counted = COUNTED_TABS.find((one) => one === tab);
  const orders = counted ? counts.tabs[counted] : 0;
  return orders === 0 ? "" : ` (${formatUpTo(COUNT_LIMIT, orders)})`;
}

type Change = (change: Partial<ListQuery>) => void;

const STATE_CHOICES = SUBMISSION_STATES.map((value) => ({ value, label: STATE_LABELS[value].label }));

interface ControlProps {
  timezone: string;
  names: FilterNames;
  onChange: Change;
}

/** The filters that are always in sight; the others are added. */
const PINNED = ["state", "reason", "product", "placed"];

/** The filters of the orders page besides tab and search. */
function filterControls(query: ListQuery, { timezone, names, onChange }: ControlProps) {
  const choices = (
    filter: ChoiceFilter,
    selected: readonly string[],
    change: (chosen: string[]) => Partial<ListQuery>,
  ) => (
    <FilterChoices
      filter={filter}
      title={FILTERS[filter]}
      selected={selected}
      labelOf={(value) => choiceLabel(filter, value, names)}
      onChange={(chosen) => onChange(change(chosen))}
    />
  );
  const filters = {
    state: (
      <ChoiceList
        title={FILTERS.state}
        titleHidden
        allowMultiple
        choices={STATE_CHOICES}
        selected={[...query.states]}
        onChange={(states: SubmissionState[]) => onChange({ states })}
      />
    ),
    reason: choices("reason", query.reasons, (chosen) => ({
      reasons: ATTENTION_CODES.filter((code) => chosen.includes(code)),
    })),
    product: choices("product", query.products, (products) => ({ products })),
    country: choices("country", query.countries, (countries) => ({ countries })),
    shipping: choices("shipping", query.shipping, (shipping) => ({ shipping })),
    tag: choices("tag", query.tags, (tags) => ({ tags })),
    resendable: null,
    excludedInShopify: null,
    late: (
      <ChoiceList
        title={FILTERS.late}
        titleHidden
        allowMultiple
        choices={[{ value: "late", label: FILTERS.lateOnly }]}
        selected={query.late ? ["late"] : []}
        onChange={(chosen) => onChange({ late: chosen.length > 0 })}
      />
    ),
    placed: <PlacedFilter query={query} timezone={timezone} onChange={onChange} />,
    amount: <AmountFilter query={query} onChange={onChange} />,
  };
  // A filter in use that is not pinned would come into sight, and move the others, only once the page hydrates.
  const isUsed: Partial<Record<keyof typeof filters, boolean>> = {
    resendable: query.resendable,
    excludedInShopify: query.excludedInShopify,
    late: query.late,
    country: query.countries.length > 0,
    shipping: query.shipping.length > 0,
    tag: query.tags.length > 0,
    amount: query.amountFrom !== "" || query.amountTo !== "",
  };
  // Only links set these. Polaris shows an applied filter, and its removal, where a filter has the same key.
  const linked = (["resendable", "excludedInShopify"] as const).filter((key) => query[key]);
  return (
    ["state", "reason", ...linked, "product", "placed", "late", "country", "shipping", "tag", "amount"] as const
  ).map((key) => ({
    key,
    label: FILTERS[key],
    pinned: PINNED.includes(key) || isUsed[key] === true,
    filter: filters[key],
  }));
}

function choiceLabel(filter: ChoiceFilter, value: string, names: FilterNames): string {
  if (filter === "product") return names.products[value] ?? value;
  if (filter === "country") return names.countries[value] ?? value;
  const code = ATTENTION_CODES.find((one) => one === value);
  return filter === "reason" && code ? ATTENTION[code].label : value;
}

/** Amounts are taken over once they are typed. */
function AmountFilter({ query, onChange }: { query: ListQuery; onChange: Change }) {
  const from = useAmount(query.amountFrom, (amountFrom) => onChange({ amountFrom }));
  const to = useAmount(query.amountTo, (amountTo) => onChange({ amountTo }));
  const { amountFrom, amountTo } = query;
  const isReversed = amountFrom !== "" && amountTo !== "" && Number(amountFrom) > Number(amountTo);
  return (
    <FormLayout>
      <TextField label={FILTERS.amountFrom} inputMode="decimal" autoComplete="off" {...from} />
      <TextField
        label={FILTERS.amountTo}
        inputMode="decimal"
        autoComplete="off"
        helpText={FILTERS.amountHelp}
        {...to}
        error={to.error ?? (isReversed ? FILTERS.reversedAmounts : undefined)}
      />
    </FormLayout>
  );
}

function useAmount(amount: string, onAmount: (amount: string) => void) {
  const box = useSearchBox(amount, (typed) => {
    if (typed === "" || isAmount(typed)) onAmount(typed);
  });
  const typed = box.text.trim();
  return {
    value: box.text,
    onChange: box.type,
    error: typed === "" || isAmount(typed) ? undefined : FILTERS.amountInvalid,
  };
}

function PlacedFilter({ query, timezone, onChange }: { query: ListQuery; timezone: string; onChange: Change }) {
  const { placedFrom, placedTo } = query;
  const isReversed = placedFrom !== "" && placedTo !== "" && placedFrom > placedTo;
  return (
    <FormLayout>
      <TextField
        label={FILTERS.placedFrom}
        type="date"
        autoComplete="off"
        value={placedFrom}
        onChange={(value) => onChange({ placedFrom: value })}
      />
      <TextField
        label={FILTERS.placedTo}
        type="date"
        autoComplete="off"
        value={placedTo}
        error={isReversed ? FILTERS.reversedDays : undefined}
        helpText={FILTERS.timezone(timezone)}
        onChange={(value) => onChange({ placedTo: value })}
      />
    </FormLayout>
  );
}

type AppliedFilters = NonNullable<IndexFiltersProps["appliedFilters"]>;

/** The filters in use, each with its removal. */
function appliedFilters(query: ListQuery, names: FilterNames, onChange: Change): AppliedFilters {
  const { states, reasons, resendable, placedFrom, placedTo, amountFrom, amountTo } = query;
  const { products, countries, shipping, tags } = query;
  const labels = (filter: ChoiceFilter, values: readonly string[]) =>
    values.map((value) => choiceLabel(filter, value, names));
  const applied: AppliedFilters = [];
  const add = (key: string, label: string, removal: Partial<ListQuery>) =>
    applied.push({ key, label, onRemove: () => onChange(removal) });
  if (states.length > 0) {
    add("state", APPLIED_FILTERS.state(states.map((state) => STATE_LABELS[state].label)), { states: [] });
  }
  if (reasons.length > 0) {
    add("reason", APPLIED_FILTERS.reason(labels("reason", reasons)), { reasons: [] });
  }
  if (query.late) add("late", FILTERS.lateOnly, { late: false });
  if (resendable) add("resendable", FILTERS.resendable, { resendable: false });
  if (query.excludedInShopify) add("excludedInShopify", FILTERS.excludedInShopify, { excludedInShopify: false });
  if (products.length > 0) add("product", APPLIED_FILTERS.product(labels("product", products)), { products: [] });
  if (countries.length > 0) add("country", APPLIED_FILTERS.country(labels("country", countries)), { countries: [] });
  if (shipping.length > 0) add("shipping", APPLIED_FILTERS.shipping(shipping), { shipping: [] });
  if (tags.length > 0) add("tag", APPLIED_FILTERS.tag(tags), { tags: [] });
  if (amountFrom || amountTo) {
    add("amount", APPLIED_FILTERS.amount(amountFrom, amountTo), { amountFrom: "", amountTo: "" });
  }
  if (placedFrom || placedTo) {
    const label = APPLIED_FILTERS.placed(placedFrom && formatDay(placedFrom), placedTo && formatDay(placedTo));
    add("placed", label, { placedFrom: "", placedTo: "" });
  }
  return applied;
}

/** A calendar day has no time zone: UTC shows it as given. */
const formatDay = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" }).format(new Date(`${date}T00:00:00Z`));
