import { BlockStack, Button, InlineStack, Link, TextField } from "@shopify/polaris";
import { useState } from "react";
import { mailtoLink, PROVIDER_MESSAGE } from "./provider-message-copy.ts";
import { SETTINGS_LINKS } from "./page-links.ts";
import { Note } from "./text.tsx";
import { useCopy } from "./use-copy.ts";

interface EditableMessageProps {
  text: string;
  /** The print service's support; "": not known. */
  email: string;
  /** The references that the message is about. */
  references: readonly string[];
}

/** A message to the print service, to correct and to copy. */
export function EditableMessage({ email, references, ...message }: EditableMessageProps) {
  const [text, setText] = useState(message.text);
  const [copy, copied] = useCopy(text);
  return (
    <BlockStack gap="400">
      <TextField
        label={PROVIDER_MESSAGE.label}
        helpText={PROVIDER_MESSAGE.help}
        value={text}
        onChange={setText}
        multiline={8}
        maxHeight="50vh"
        autoComplete="off"
      />
      <InlineStack gap="400" blockAlign="center">
        <Button variant="primary" onClick={copy}>
          {PROVIDER_MESSAGE.copy[copied]}
        </Button>
        {email !== "" && (
          <Button variant="plain" url={mailtoLink(email, references)} target="_blank">
            {PROVIDER_MESSAGE.email(email)}
          </Button>
        )}
      </InlineStack>
      {email === "" && (
        <Note>
          {PROVIDER_MESSAGE.noEmail} <Link url={SETTINGS_LINKS.support}>{PROVIDER_MESSAGE.addEmail}</Link>
        </Note>
      )}
    </BlockStack>
  );
}
