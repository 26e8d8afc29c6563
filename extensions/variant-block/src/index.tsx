import type { Api } from "@shopify/ui-extensions/admin.product-variant-details.block.render";
import { render } from "preact";
import { numberOf, t } from "../../common/host.ts";
import { Variant } from "../../common/variant-parts.tsx";

declare const shopify: Api;

export default function extension(): void {
  const number = numberOf(shopify.data.selected[0]?.id ?? "");
  render(
    <s-admin-block heading={t("heading")}>
      <Variant number={number} />
    </s-admin-block>,
    document.body,
  );
}
