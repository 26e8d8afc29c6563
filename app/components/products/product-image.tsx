import { Thumbnail } from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";

/** Picture of a product or variant as Shopify has it, or a sign that there is none. Its name stands beside it. */
export function ProductImage({ url }: { url: string | null | undefined }) {
  return (
    <span>
      <Thumbnail source={url ?? ImageIcon} alt="" size="small" />
    </span>
  );
}
