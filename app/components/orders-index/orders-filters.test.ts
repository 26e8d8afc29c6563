import { AppProvider } from "@shopify/polaris";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DEFAULT_QUERY } from "../../orders/pages/list/list-query.ts";
import type { PageShop } from "../../shops/page-shop.ts";
import { ShopProvider } from "../common/shop-context.tsx";
import type { SavedViews } from "../common/saved-views.ts";
import { OrdersFilters } from "./orders-filters.tsx";

it("a filter that only a link sets is named beside the others", () => {
  const filters = createElement(OrdersFilters, {
    query: { ...DEFAULT_QUERY, reasons: ["rejected"], resendable: true, excludedInShopify: true },
    counts: { any: true, tabs: { attention: 1, late: 0, waiting: 0, at_provider: 0 } },
    views: { all: [], current: null, canAdd: true } as unknown as SavedViews,
    loading: false,
    search: "",
    names: { products: {}, countries: {} },
    onChange: () => undefined,
    onSearch: () => undefined,
    onOpenTab: () => undefined,
  });
  const page = createElement(ShopProvider, { value: { timezone: "UTC" } as PageShop }, filters);
  const shown = renderToStaticMarkup(createElement(AppProvider, { i18n: {}, children: page }));
  expect(shown).toContain("Reason: Rejected");
  expect(shown).toContain("Can be sent again");
  expect(shown).toContain("Mapped, but not printed");
});
