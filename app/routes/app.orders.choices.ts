import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadOr } from "../components/common/request-failed.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { CHOICE_FILTERS, readFilterChoices, type FilterChoice } from "../orders/pages/list/filter-choices.ts";
import { cleanSearch } from "../orders/pages/list/list-query.ts";

/** `GET ?filter=reason|product|country|shipping|tag&search=…`: what can be chosen of a filter of the orders page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const params = new URL(request.url).searchParams;
  const filter = CHOICE_FILTERS.find((one) => one === params.get("filter"));
  if (!filter) throw new Response("Unknown filter.", { status: 400 });
  return { choices: await readFilterChoices(ctx, shop.id, filter, cleanSearch(params.get("search") ?? "")) };
}

export const clientLoader = loadOr<{ choices: FilterChoice[] | null }>(() => ({ choices: null }));

/** What can be chosen does not change under the pointer while the page refreshes itself. */
export const shouldRevalidate = () => false;
