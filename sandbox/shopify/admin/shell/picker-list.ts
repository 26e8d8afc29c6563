import type { PickerOptions } from "../../app-bridge/messages.ts";
import { make } from "./element.ts";
import type { PickProduct, PickVariant, Selection } from "./selection.ts";

interface Row {
  label: string;
  picture?: string | null;
  note?: string;
  checked: boolean;
  partly?: boolean;
  disabled: boolean;
  inner?: boolean;
  onChange(wanted: boolean): void;
}

function row(row: Row): HTMLElement {
  const box = make("input", { type: "checkbox", checked: row.checked, disabled: row.disabled });
  box.indeterminate = row.partly ?? false;
  box.onchange = () => row.onChange(box.checked);
  const picture = row.picture ? make("img", { className: "thumb", src: row.picture, alt: "" }) : null;
  return make(
    "label",
    { className: row.inner ? "pick inner" : "pick" },
    box,
    row.inner ? null : (picture ?? make("span", { className: "thumb" })),
    make("span", { className: "pick-label" }, row.label),
    make("span", { className: "pick-note" }, row.note ?? ""),
  );
}

const noteOf = ({ sku, price }: PickVariant) => [sku, price].filter(Boolean).join(" · ");

/** The products with their variants as rows that can be ticked. */
export function pickerList(
  products: PickProduct[],
  options: PickerOptions,
  selection: Selection,
  changed: () => void,
): HTMLElement[] {
  const showsVariants = (product: PickProduct) => options.filter?.variants !== false && !product.hasOnlyDefaultVariant;
  const choose = (product: PickProduct, variants: PickVariant[]) => (wanted: boolean) => {
    selection.set(product, variants, wanted);
    changed();
  };
  return products.map((product) => {
    const count = selection.count(product);
    const blocked = selection.isFull && count === 0;
    const head = row({
      label: product.title,
      picture: product.images[0]?.originalSrc ?? null,
      note: showsVariants(product) ? `${product.variants.length} variants` : noteOf(product.variants[0] ?? NONE),
      checked: count > 0,
      partly: count > 0 && count < product.variants.length && showsVariants(product),
      disabled: blocked || (options.type === "variant" && !options.multiple && showsVariants(product)),
      onChange: choose(product, product.variants),
    });
    const inner = showsVariants(product)
      ? product.variants.map((variant) =>
          row({
            label: variant.title,
            note: noteOf(variant),
            checked: selection.has(product, variant),
            disabled: blocked || (options.type === "variant" && selection.isFull && !selection.has(product, variant)),
            inner: true,
            onChange: choose(product, [variant]),
          }),
        )
      : [];
    const group = make("div", { className: "pick-group", role: "group", ariaLabel: product.title }, head, ...inner);
    return group;
  });
}

const NONE: PickVariant = { id: "", title: "", sku: null, price: "" };
