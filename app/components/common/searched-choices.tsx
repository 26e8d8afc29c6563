import { BlockStack, ChoiceList, TextField } from "@shopify/polaris";
import { Subdued } from "./text.tsx";

interface Choices {
  key: string;
  title: string;
  /** For screen readers alone. */
  titleHidden?: boolean;
  choices: { value: string; label: string }[];
}

interface SearchedChoicesProps {
  /** What the search says. */
  label: string;
  search: string;
  onSearch(search: string): void;
  /** What the search shows, in groups. */
  groups: readonly Choices[];
  selected: readonly string[];
  onChange(selected: string[]): void;
  /** Where no group is shown. */
  empty: string;
}

/** A filter's choices below a search. What is selected and not shown stays selected. */
export function SearchedChoices({ label, search, onSearch, groups, selected, onChange, empty }: SearchedChoicesProps) {
  const changed = ({ choices }: Choices, chosen: readonly string[]) => [
    ...selected.filter((value) => choices.every((choice) => choice.value !== value)),
    ...chosen,
  ];
  return (
    <BlockStack gap="300">
      <TextField label={label} labelHidden placeholder={label} autoComplete="off" value={search} onChange={onSearch} />
      {groups.map(({ key, title, titleHidden, choices }) => (
        <ChoiceList
          key={key}
          title={title}
          titleHidden={titleHidden}
          allowMultiple
          choices={choices}
          selected={choices.flatMap(({ value }) => (selected.includes(value) ? [value] : []))}
          onChange={(chosen) => onChange(changed({ key, title, choices }, chosen))}
        />
      ))}
      {groups.length === 0 && <Subdued>{empty}</Subdued>}
    </BlockStack>
  );
}
