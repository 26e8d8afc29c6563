import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/settings/rules-copy.ts";
import { RulesView } from "../components/settings/rules-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { COUNTRIES } from "../quotes/quote.ts";
import { viewRules } from "../settings-page/rules.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { shop } = await requireShop(request);
  return { ...viewRules(shop), countries: COUNTRIES };
}

export const shouldRevalidate = revalidateUnlessFailed;
export const meta = () => [{ title: COPY.title }];

export default function Rules() {
  return <RulesView {...useLoaderData<typeof loader>()} />;
}
