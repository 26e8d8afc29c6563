import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ChoiceFilter, FilterChoice } from "../../orders/pages/list/filter-choices.ts";
import { SearchedChoices } from "../common/searched-choices.tsx";
import { CHOICE_TEXTS, CHOICES } from "./copy.ts";

interface FilterChoicesProps {
  filter: ChoiceFilter;
  /** The filter's name, for screen readers. */
  title: string;
  selected: readonly string[];
  /** Of what is selected, whether or not it is among the choices. */
  labelOf(value: string): string;
  onChange(selected: string[]): void;
}

const SEARCH_DELAY_MS = 300;

/** What occurs in the shop, searchable: loaded when the filter opens. */
export function FilterChoices({ filter, title, selected, labelOf, onChange }: FilterChoicesProps) {
  const { load, data, state } = useFetcher<{ choices: FilterChoice[] | null }>();
  const [search, setSearch] = useState("");
  // There may be thousands of products and tags: the database looks for them.
  const isSearched = filter === "product" || filter === "tag";
  const asked = isSearched ? search : "";
  useEffect(() => {
    const timer = setTimeout(
      () => load(`/app/orders/choices?${new URLSearchParams({ filter, search: asked })}`),
      asked === "" ? 0 : SEARCH_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, [load, filter, asked]);

  const known = data?.choices ?? [];
  const missing = selected.filter((value) => known.every((choice) => choice.value !== value));
  const all = [...missing.map((value): FilterChoice => ({ value, label: labelOf(value) })), ...known];
  const matches = ({ label }: FilterChoice) => label.toLowerCase().includes(search.trim().toLowerCase());
  const shown = isSearched ? all : all.filter(matches);
  const groups = Map.groupBy(shown, ({ group }) => group);
  const emptyText = (): string => {
    if (state === "loading" || data === undefined) return CHOICE_TEXTS.loading;
    if (data.choices === null) return CHOICE_TEXTS.failed;
    return search === "" ? CHOICES[filter].none : CHOICE_TEXTS.noMatch;
  };
  return (
    <SearchedChoices
      label={CHOICES[filter].search}
      search={search}
      onSearch={setSearch}
      groups={[...groups].map(([group, choices]) => ({
        key: group ?? "",
        title: group ? CHOICE_TEXTS.groups[group] : title,
        titleHidden: !group,
        choices: choices.map(({ value, label, count }) => ({
          value,
          label: count === undefined ? label : CHOICE_TEXTS.counted(label, count),
        })),
      }))}
      selected={selected}
      onChange={onChange}
      empty={emptyText()}
    />
  );
}
