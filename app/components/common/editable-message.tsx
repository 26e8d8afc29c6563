import { BlockStack, Button, InlineStack, Link, TextField } from "@shopify/polaris";
import { useState, useEffect } from "react";
import copyToClipboard from "copy-to-clipboard";
import { mailtoLink, PROVIDER_MESSAGE } from "./provider-message-copy.ts";
import { SETTINGS_LINKS } from "./page-links.ts";
import { Note } from "./text.tsx";

interface EditableMessageProps {
  text: string;
  /** What to do with the message. */
  help?: string;
  /** The print service's support; "": not known. null: the message is for somebody else. */
  email: string | null;
  /** The references that the message is about. */
  references: readonly string[];
}

/** A message to the print service, to correct and to copy. */
export function EditableMessage({ email, references, help = PROVIDER_MESSAGE.help, ...message }: EditableMessageProps) {
  const [text, setText] = useState(message.text);
  const [copy, copied] = useCopy(text);
  return (
    <BlockStack gap="400">
      <TextField
        label={PROVIDER_MESSAGE.label}
        helpText={help}
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
        {email && (
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

type Status = "inactive" | "copied" | "failed";

const SHOWN_MS = 1_500;

/**
 * Copies a text, and says for a moment how that went. Polaris's own hook fails in a frame that withholds the Clipboard API, which the
 * admin may.
 */
export function useCopy(text: string): [copy: () => void, status: Status] {
  const [status, setStatus] = useState<Status>("inactive");
  useEffect(() => {
    if (status === "inactive") return;
    const timeout = setTimeout(() => setStatus("inactive"), SHOWN_MS);
    return () => clearTimeout(timeout);
  }, [status]);
  const copy = () =>
    void copyToClipboard(text).then(
      (copied) => setStatus(copied ? "copied" : "failed"),
      () => setStatus("failed"),
    );
  return [copy, status];
}
