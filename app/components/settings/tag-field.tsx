import { BlockStack, InlineStack, Tag, TextField } from "@shopify/polaris";
import { useState, type KeyboardEvent } from "react";
import { withTags } from "./tags.ts";

export interface TagFieldProps {
  label: string;
  values: readonly string[];
  onChange(values: string[]): void;
  helpText?: string;
  error?: string | undefined;
  placeholder?: string;
}

/** Several short texts. Enter, a comma or leaving the field adds what was typed; Backspace in the empty field takes the last one. */
export function TagField({ label, values, onChange, helpText, error, placeholder }: TagFieldProps) {
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
          placeholder={placeholder ?? "Type one and press Enter"}
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
