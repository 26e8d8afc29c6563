import type { PickerOptions } from "../../app-bridge/messages.ts";

export interface PickVariant {
  id: string;
  title: string;
  sku: string | null;
  price: string;
}
export interface PickProduct {
  id: string;
  title: string;
  images: { originalSrc: string }[];
  variants: PickVariant[];
  hasOnlyDefaultVariant: boolean;
}

/** What is chosen in the picker: variants by product, in the order in which they were chosen. */
export class Selection {
  readonly #chosen = new Map<string, Set<string>>();
  readonly #products = new Map<string, PickProduct>();
  readonly #options: PickerOptions;

  constructor(options: PickerOptions) {
    this.#options = options;
  }

  /** Products that the list showed; the app's initial selection is applied once its products are known. */
  addProducts(products: PickProduct[]): void {
    for (const product of products) {
      if (this.#products.has(product.id)) continue;
      this.#products.set(product.id, product);
      const given = this.#options.selectionIds ?? [];
      const whole = given.find(({ id }) => id === product.id);
      const wanted = whole?.variants?.map(({ id }) => id) ?? (whole ? product.variants.map(({ id }) => id) : []);
      const single = product.variants.filter(({ id }) => given.some((each) => each.id === id)).map(({ id }) => id);
      if (wanted.length + single.length > 0) this.#chosen.set(product.id, new Set([...wanted, ...single]));
    }
  }

  get size(): number {
    const sets = [...this.#chosen.values()];
    return this.#options.type === "variant" ? sets.reduce((all, set) => all + set.size, 0) : sets.length;
  }

  get isFull(): boolean {
    return typeof this.#options.multiple === "number" && this.size >= this.#options.multiple;
  }

  has(product: PickProduct, variant: PickVariant): boolean {
    return this.#chosen.get(product.id)?.has(variant.id) ?? false;
  }

  count(product: PickProduct): number {
    return this.#chosen.get(product.id)?.size ?? 0;
  }

  set(product: PickProduct, variants: PickVariant[], wanted: boolean): void {
    const { multiple, type } = this.#options;
    if (wanted && !multiple) {
      const existing = type === "variant" ? undefined : this.#chosen.get(product.id);
      this.#chosen.clear();
      if (existing) this.#chosen.set(product.id, existing);
    }
    const set = this.#chosen.get(product.id) ?? new Set();
    for (const { id } of variants) {
      if (wanted) set.add(id);
      else set.delete(id);
    }
    if (set.size > 0) this.#chosen.set(product.id, set);
    else this.#chosen.delete(product.id);
  }

  /** As App Bridge hands it to the app: products with the chosen variants, or the variants themselves. */
  picked(): unknown[] {
    const products = [...this.#chosen].flatMap(([id, set]) => {
      const product = this.#products.get(id);
      return product ? [{ ...product, variants: product.variants.filter((each) => set.has(each.id)) }] : [];
    });
    if (this.#options.type !== "variant") return products;
    return products.flatMap(({ variants, ...product }) => variants.map((variant) => ({ ...variant, product })));
  }
}
