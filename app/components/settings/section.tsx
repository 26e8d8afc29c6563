import { BlockStack, Box, Button, Checkbox, InlineStack, Layout, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { MessageBanner } from "../common/banners.tsx";
import { Note } from "../common/text.tsx";
import type { useScopeRequest } from "../common/use-scope-request.ts";

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

interface ScopedCheckboxProps {
  label: string;
  help: string;
  checked: boolean;
  onChange(checked: boolean): void;
  scope: ReturnType<typeof useScopeRequest>;
  text: { access: string; request: string; failed: { title: string; text: string } };
}

/** A setting that needs an optional scope: without the scope it can be switched off alone, and the scope is asked for beside it. */
export function ScopedCheckbox({ label, help, checked, onChange, scope, text }: ScopedCheckboxProps) {
  const { isAllowed, requesting, failed, request } = scope;
  const isDisabled = !isAllowed && !checked;
  return (
    <BlockStack gap="300">
      <Checkbox
        label={label}
        helpText={isDisabled ? undefined : help}
        checked={checked}
        disabled={isDisabled}
        onChange={onChange}
      />
      {/* Beside a field that is off, Polaris grays its help until it can hardly be read. */}
      {isDisabled && <Note>{help}</Note>}
      {failed && <MessageBanner tone="warning" {...text.failed} />}
      {!isAllowed && (
        <InlineStack gap="300" blockAlign="center">
          <Note>{text.access}</Note>
          <Button onClick={request} loading={requesting}>
            {text.request}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}
