import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { gunzip } from "../csv/read-csv.ts";
import { guardFormula } from "../csv/guard-cell.ts";
import { csvResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { CATALOG_TEMPLATE, storeCatalogFile, type CatalogFileResult } from "../print-catalog/copy/catalog-file.ts";

/** `GET`: a file to begin with. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireShop(request);
  return csvResponse("catalog-template.csv", templateRows());
}

async function* templateRows() {
  yield CATALOG_TEMPLATE.map((row) => row.map(guardFormula));
}

const STATUS = { stored: 200, has_catalog: 409, unreadable: 422 } as const;

/** `POST` a CSV file, compressed with gzip: the catalog of an account whose print service shows none. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  if (shop.printAccountId === null) throw new Response("No print account is connected.", { status: 404 });
  const bytes = new Uint8Array(await request.arrayBuffer());
  const result = await storeCatalogFile(ctx, shop.printAccountId, () => gunzip(bytes), noteAction);
  return json<CatalogFileResult>(result, STATUS[result.outcome]);
}
