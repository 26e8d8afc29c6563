import { SaveBar } from "@shopify/app-bridge-react";

/** Shopify's contextual save bar: shown while something is changed and not saved. */
export function ContextualSaveBar(props: {
  id: string;
  open: boolean;
  saving: boolean;
  onSave(): void;
  onDiscard(): void;
}) {
  const loading = props.saving ? { loading: "" } : {};
  return (
    <SaveBar id={props.id} open={props.open} discardConfirmation>
      <button variant="primary" {...loading} type="button" onClick={props.onSave}>
        Save
      </button>
      <button type="button" disabled={props.saving} onClick={props.onDiscard}>
        Discard
      </button>
    </SaveBar>
  );
}
