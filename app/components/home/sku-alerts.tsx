import { Banner, BlockStack, Link, List } from "@shopify/polaris";
import type { SkuCheckSummary, SkuAlert } from "../../sku-checks/findings.ts";
import { gidNumber } from "../../ports/gid.ts";
import { COPY } from "./copy.ts";

const text = COPY.skuAlerts;

/** Print SKUs that the service no longer accepts or that cost something else, with links to their variants. */
export function SkuAlertBanners({ rejected, costChanged }: Pick<SkuCheckSummary, "rejected" | "costChanged">) {
  return (
    <>
      {rejected.count > 0 && (
        <Banner tone="critical" title={text.rejected.title(rejected.count)}>
          <SkuList {...rejected} intro={text.rejected.text} moreUrl={text.rejected.moreUrl} />
        </Banner>
      )}
      {costChanged.count > 0 && (
        <Banner tone="info" title={text.costChanged.title(costChanged.count)}>
          <SkuList {...costChanged} intro={text.costChanged.text} />
        </Banner>
      )}
    </>
  );
}

interface SkuListProps {
  count: number;
  skus: SkuAlert[];
  intro: string;
  /** The page that lists all of them. */
  moreUrl?: string;
}

function SkuList({ count, skus, intro, moreUrl }: SkuListProps) {
  const more = text.more(count - skus.length);
  return (
    <BlockStack gap="100">
      <p>{intro}</p>
      <List gap="extraTight">
        {skus.map(({ itemSku, productGid, variantGid, productTitle }) => (
          <List.Item key={itemSku}>
            <Link url={`/app/products/${gidNumber(productGid)}?variant=${gidNumber(variantGid)}`} monochrome>
              {itemSku}
            </Link>
            {productTitle === null ? "" : ` · ${productTitle}`}
          </List.Item>
        ))}
      </List>
      {count > skus.length && (
        <p>
          {moreUrl ? (
            <Link url={moreUrl} monochrome>
              {more}
            </Link>
          ) : (
            more
          )}
        </p>
      )}
    </BlockStack>
  );
}
