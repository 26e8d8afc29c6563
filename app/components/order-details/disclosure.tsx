import { BlockStack, Button, Collapsible } from "@shopify/polaris";
import { useId, useState, type ReactNode } from "react";

/** A part that is folded until a merchant opens it. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button
        variant="plain"
        disclosure={open ? "up" : "down"}
        ariaExpanded={open}
        ariaControls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      <Collapsible id={id} open={open}>
        {children}
      </Collapsible>
    </BlockStack>
  );
}
