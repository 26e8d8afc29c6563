import { BlockStack, InlineStack, Tag, TextField } from "@shopify/polaris";
import { useState, type KeyboardEvent } from "react";

const PLACEHOLDER = "Type and press Enter";

interface TagFieldProps {
  label: string;
  values: readonly string[];
  onChange(values: string[]): void;
  helpText?: string;
  error?: string | undefined;
  placeholder?: string;
}

/** Tags. Enter, a comma or leaving the field adds a tag; Backspace in the empty field removes the last one. */
export function TagField({ label, values, onChange, helpText, error, placeholder = PLACEHOLDER }: TagFieldProps) {
  const [typed, setTyped] = useState("");
  const add = (text: string) => {
    setTyped("");
    const added = withTags(values, text);
    if (added.length > values.length) onChange(added);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      add(typed);
    }
    if (event.key === "Backspace" && typed === "" && values.length > 0) onChange(values.slice(0, -1));
  };
  return (
    <BlockStack gap="200">
      <div onKeyDown={onKeyDown}>
        <TextField
          label={label}
          value={typed}
          onChange={(text) => (text.includes(",") ? add(text) : setTyped(text))}
          onBlur={() => add(typed)}
          autoComplete="off"
          helpText={helpText}
          error={error}
          placeholder={placeholder}
        />
      </div>
      {values.length > 0 && (
        <InlineStack gap="200">
          {values.map((value) => (
            <Tag key={value} onRemove={() => onChange(values.filter((other) => other !== value))}>
              {value}
            </Tag>
          ))}
        </InlineStack>
      )}
    </BlockStack>
  );
}

/** Adds the comma-separated tags of a text. Tags that differ only in case are duplicates. */
export function withTags(values: readonly string[], text: string): string[] {
  const all = [...values];
  for (const part of text.split(",").map((piece) => piece.trim())) {
    if (part && !all.some((value) => value.toLowerCase() === part.toLowerCase())) all.push(part);
  }
  return all;
}
