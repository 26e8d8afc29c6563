import { Box, Layout, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/** The padding of text outside of cards: on phones cards reach the edges of the screen. */
const EDGE = { xs: "400", md: "0" } as const;

/** One group of settings: title and description beside the cards. Links lead to `id`. */
export function Section(props: { id: string; title: string; description: string; children: ReactNode }) {
  const { id, title, description, children } = props;
  return (
    <Layout.AnnotatedSection
      id={id}
      title={
        <Box as="span" paddingInlineStart={EDGE}>
          {title}
        </Box>
      }
      description={
        <Box paddingInline={EDGE}>
          <Text as="p">{description}</Text>
        </Box>
      }
    >
      {children}
    </Layout.AnnotatedSection>
  );
}
