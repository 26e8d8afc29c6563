import { AutoSelection, Combobox, Listbox } from "@shopify/polaris";
import { useState } from "react";

export interface SkuFieldProps {
  label: string;
  labelHidden?: boolean;
  value: string;
  /** SKUs that are near the value, likeliest first. */
  suggestions: readonly string[];
  focused?: boolean;
  error?: string | undefined;
  onChange(sku: string): void;
  onBlur?(): void;
}

/** A print SKU: free text with suggestions. */
export function SkuField({ label, labelHidden, value, suggestions, focused, error, onChange, onBlur }: SkuFieldProps) {
  // Only while somebody types: a field that was opened with a SKU has its answer.
  const [typing, setTyping] = useState(false);
  const shown = typing ? suggestions.filter((sku) => sku !== value.trim()) : [];
  return (
    <Combobox
      activator={
        <Combobox.TextField
          label={label}
          labelHidden={labelHidden}
          value={value}
          autoComplete="off"
          spellCheck={false}
          focused={focused || undefined}
          error={error}
          onChange={(text) => {
            setTyping(true);
            onChange(text);
          }}
          onBlur={onBlur}
        />
      }
    >
      {shown.length > 0 ? (
        <Listbox
          autoSelection={AutoSelection.None}
          onSelect={(sku) => {
            setTyping(false);
            onChange(sku);
          }}
        >
          {shown.map((sku) => (
            <Listbox.Option key={sku} value={sku}>
              {sku}
            </Listbox.Option>
          ))}
        </Listbox>
      ) : null}
    </Combobox>
  );
}
