import { BlockStack, ChoiceList, Modal } from "@shopify/polaris";
import { useState } from "react";
import { chosenColumns, COLUMNS, DEFAULT_COLUMNS, shownColumns, type Column } from "../../orders/pages/list/columns.ts";
import type { ListQuery } from "../../orders/pages/list/list-query.ts";
import { useRestoreFocus } from "../common/focus.ts";
import { Subdued } from "../common/text.tsx";
import { COLUMN_CHOICE, HEADINGS } from "./copy.ts";

interface ColumnsDialogProps {
  query: ListQuery;
  onChange(change: Pick<ListQuery, "columns">): void;
  onClose(): void;
}

/** Chooses the columns of the list. A saved view keeps them. */
export function ColumnsDialog({ query, onChange, onClose }: ColumnsDialogProps) {
  useRestoreFocus();
  const [chosen, setChosen] = useState<readonly Column[]>(shownColumns(query));
  const apply = () => {
    onChange({ columns: chosenColumns(query.tab, chosen) });
    onClose();
  };
  return (
    <Modal
      open
      title={COLUMN_CHOICE.title}
      onClose={onClose}
      primaryAction={{ content: COLUMN_CHOICE.apply, disabled: chosen.length === 0, onAction: apply }}
      secondaryActions={[
        { content: COLUMN_CHOICE.reset, onAction: () => setChosen(DEFAULT_COLUMNS[query.tab]) },
        { content: COLUMN_CHOICE.cancel, onAction: onClose },
      ]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <ChoiceList
            title={COLUMN_CHOICE.choices}
            allowMultiple
            choices={COLUMNS.map((value) => ({ value, label: HEADINGS[value].title }))}
            selected={[...chosen]}
            error={chosen.length === 0 ? COLUMN_CHOICE.none : undefined}
            onChange={(selected: Column[]) => setChosen(selected)}
          />
          <Subdued>{COLUMN_CHOICE.hint}</Subdued>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
