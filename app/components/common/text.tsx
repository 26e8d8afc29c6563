import { Text, BlockStack, Card, type TextProps } from "@shopify/polaris";
import type { ReactNode } from "react";

type Props = Pick<TextProps, "children" | "breakWord">;
type NoteProps = Props & Pick<TextProps, "tone">;

/** The heading of a card. */
export const CardHeading = (props: Props) => <Text as="h2" variant="headingMd" {...props} />;

/** The heading of a part of a card. */
export const Subheading = (props: Props) => <Text as="h3" variant="headingSm" {...props} />;

/** A paragraph that is less important than its neighbors. */
export const Note = (props: NoteProps) => <Text as="p" tone="subdued" {...props} />;

/** A small paragraph that is less important than its neighbors. */
export const SmallNote = (props: NoteProps) => <Text as="p" variant="bodySm" tone="subdued" {...props} />;

/** A part of a text that is less important than the rest. */
export const Subdued = (props: Props) => <Text as="span" tone="subdued" {...props} />;

/** A small part of a text that is less important than the rest. */
export const Small = (props: Props) => <Text as="span" variant="bodySm" tone="subdued" {...props} />;

/** The part of a text that names the subject. */
export const Strong = (props: Props) => <Text as="span" fontWeight="semibold" {...props} />;

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
