import { Thumbnail } from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";

/** Shopify's picture of a product or variant, or a placeholder. The name beside it is its description. */
export function ProductImage({ url }: { url: string | null | undefined }) {
  return (
    <span>
      <Thumbnail source={url ?? ImageIcon} alt="" size="small" />
    </span>
  );
}
