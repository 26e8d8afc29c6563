import { BlockStack, Card } from "@shopify/polaris";
import type { ReactNode } from "react";
import { CardHeading } from "./text.tsx";

/** A card: its heading, then its parts one below the other. */
export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <BlockStack gap="400">
        <CardHeading>{title}</CardHeading>
        {children}
      </BlockStack>
    </Card>
  );
}
