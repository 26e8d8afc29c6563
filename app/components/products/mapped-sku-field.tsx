import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { SkuField, type SkuFieldProps } from "../common/sku-field.tsx";

const DEBOUNCE_MS = 200;

/** A print SKU, with suggestions out of the shop's mappings. */
export function MappedSkuField(props: Omit<SkuFieldProps, "suggestions" | "focused">) {
  const { load, data } = useFetcher<{ skus: string[] }>();
  const { value } = props;
  const typed = value.trim();
  useEffect(() => {
    if (typed === "") return;
    const timer = setTimeout(() => load(`/app/products/skus?near=${encodeURIComponent(typed)}`), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, load]);
  return <SkuField {...props} suggestions={typed === "" ? [] : (data?.skus ?? [])} />;
}
