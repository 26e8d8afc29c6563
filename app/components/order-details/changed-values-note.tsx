import { Badge, BlockStack, InlineStack } from "@shopify/polaris";
import type { ChangeView } from "../../orders/pages/details/change-views.ts";
import { Note } from "../common/text.tsx";
import { CHANGE } from "./change-copy.ts";
import { Difference } from "./change-preview.tsx";

/** What staff changed, old and new, and why. */
export function ChangedValuesNote({ change }: { change: ChangeView }) {
  return (
    <BlockStack gap="100">
      <InlineStack>
        <Badge tone="attention">{CHANGE.badge}</Badge>
      </InlineStack>
      {change.fields.map((field) => (
        <Difference key={field} field={field} before={change.before} after={change.after} />
      ))}
      <Note breakWord>
        {CHANGE.reason}: {change.reason}
      </Note>
    </BlockStack>
  );
}
