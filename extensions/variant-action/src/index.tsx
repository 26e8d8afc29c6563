import type { Api } from "@shopify/ui-extensions/admin.product-variant-details.action.render";
import { render } from "preact";
import { numberOf, t } from "../../common/host.ts";
import { Variant } from "../../common/variant-parts.tsx";

declare const shopify: Api;

export default function extension(): void {
  const number = numberOf(shopify.data.selected[0]?.id ?? "");
  render(
    <s-admin-action heading={t("heading")}>
      <Variant number={number} />
      <s-button slot="secondary-actions" onClick={() => shopify.close()}>
        {t("close")}
      </s-button>
    </s-admin-action>,
    document.body,
  );
}
