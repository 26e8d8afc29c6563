import { AutoSelection, Combobox, Listbox } from "@shopify/polaris";

const MAX_SUGGESTIONS = 8;

interface Props {
  label: string;
  value: string;
  /** Print SKUs of the shop's mappings. */
  suggestions: string[];
  focused: boolean;
  error: string | undefined;
  onChange(sku: string): void;
}

/** A print SKU: free text with matching suggestions. */
export function SkuField({ label, value, suggestions, focused, error, onChange }: Props) {
  const typed = value.trim().toLowerCase();
  const matching = suggestions
    .filter((sku) => sku.toLowerCase().includes(typed) && sku !== value)
    .slice(0, MAX_SUGGESTIONS);
  return (
    <Combobox
      activator={
        <Combobox.TextField
          label={label}
          value={value}
          autoComplete="off"
          focused={focused || undefined}
          error={error}
          onChange={onChange}
        />
      }
    >
      {matching.length > 0 ? (
        <Listbox autoSelection={AutoSelection.None} onSelect={onChange}>
          {matching.map((sku) => (
            <Listbox.Option key={sku} value={sku}>
              {sku}
            </Listbox.Option>
          ))}
        </Listbox>
      ) : null}
    </Combobox>
  );
}
