import { SaveBar } from "@shopify/app-bridge-react";
import { COPY } from "./copy.ts";
import { useDenied } from "./shop-context.tsx";

/** Shopify's contextual save bar: shown while there are unsaved changes. */
export function ContextualSaveBar(props: {
  id: string;
  open: boolean;
  saving: boolean;
  onSave(): void;
  onDiscard(): void;
}) {
  const loading = props.saving ? { loading: "" } : {};
  const denied = useDenied();
  return (
    <SaveBar id={props.id} open={props.open} discardConfirmation>
      <button variant="primary" {...loading} type="button" disabled={denied} onClick={props.onSave}>
        {COPY.save}
      </button>
      <button type="button" disabled={props.saving} onClick={props.onDiscard}>
        {COPY.discard}
      </button>
    </SaveBar>
  );
}
