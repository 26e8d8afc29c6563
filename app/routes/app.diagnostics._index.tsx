import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/diagnostics/copy.ts";
import { DiagnosticsView } from "../components/diagnostics/diagnostics-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { readUnknownAnswers } from "../diagnostics/unknown-answers.ts";

/** The page runs the checks once it is shown: they take seconds. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  return { unknownAnswers: await readUnknownAnswers(ctx, shop) };
}

/** Checks that can't run now say so on the page. */
export const shouldRevalidate = revalidateUnlessFailed;
export const meta = () => [{ title: COPY.title }];

export default function Diagnostics() {
  return <DiagnosticsView {...useLoaderData<typeof loader>()} />;
}
