import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { cutText } from "../common/clean-text.ts";
import { loadOr } from "../components/common/request-failed.ts";
import type { FilesResponse } from "../components/products/files/file-picker.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { RejectedError, RemoteError } from "../ports/errors.ts";
import { READ_FILES_SCOPE } from "../ports/shop-catalog.ts";
import { hasScope } from "../ports/shopify.ts";

/** `GET ?search=fox&after=…`: a page of the shop's files in Shopify that can be printed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { core, shop } = await requireShop(request);
  const { searchParams } = new URL(request.url);
  const query = { searchText: cutText(searchParams.get("search") ?? "", 200), after: searchParams.get("after") };
  try {
    return json<FilesResponse>({ outcome: "listed", ...(await core.files.listFiles(shop.domain, query)) });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    // Shopify decides: its webhook about a scope that was just granted may not have arrived yet.
    const isAllowed = hasScope(shop, READ_FILES_SCOPE);
    return json<FilesResponse>({ outcome: error instanceof RejectedError && !isAllowed ? "not_allowed" : "failed" });
  }
}

export const clientLoader = loadOr<FilesResponse>(() => ({ outcome: "failed" }));
