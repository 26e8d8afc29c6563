import { UnavailableError } from "../../ports/errors.ts";
import type {
  CatalogProduct,
  CatalogVariant,
  FurtherCalls,
  PrintArea,
  Registration,
  RegistrationInput,
  RegistrationKind,
  ShippingService,
} from "../../ports/print-service.ts";
import { bodyOrThrow, type Body } from "../answer.ts";
import { count, link, looseText, looseTextOrNull } from "../fields.ts";
import { registrationsIn } from "../registrations.ts";
import type { Call } from "../request.ts";
import type { Session } from "../session.ts";
import { known, objectsIn, pick } from "./orders.ts";

type Fields = Record<string, unknown>;

const MAX_BYTES = 20_000_000;

const loose = (fields: Fields, ...names: string[]): string => looseText.parse(pick(fields, ...names)).trim();
const number = (value: unknown): number | null => {
  const read = Number(known(value));
  return read > 0 ? read : null;
};

/** `data`, or what it holds under one of these names. */
function rowsIn(body: Body, ...names: string[]): Fields[] {
  if (!("data" in body)) throw new UnavailableError("catalog: unexpected_shape");
  const rows = objectsIn(body["data"]);
  const inner = rows.length === 1 && rows[0] ? pick(rows[0], ...names) : undefined;
  return inner === undefined ? rows : objectsIn(inner);
}

async function read(session: Session, call: Omit<Call, "token" | "timeout">): Promise<Body> {
  return bodyOrThrow(await session.call({ ...call, timeout: "read", maxBytes: MAX_BYTES }), "catalog", "unavailable");
}

/** One page (version 3: GET /products/list). `last`: nothing follows it. */
export async function listProducts(
  session: Session,
  { page, limit, search }: Parameters<FurtherCalls["products"]>[0],
): ReturnType<FurtherCalls["products"]> {
  const fields = { page, limit, ...(search ? { search } : {}) };
  const body = await read(session, { operation: "listProducts", method: "GET", path: "products/list", fields });
  const products = rowsIn(body, "products").map(readProduct);
  const pages = count.catch(0).parse(body["totalPage"]);
  return { products, last: pages > 0 ? page >= pages : products.length === 0 };
}

/** One product (version 3: POST /products/detail); null where there is none. */
export async function productDetail(session: Session, code: string): Promise<CatalogProduct | null> {
  const call = { operation: "getProduct", method: "POST", path: "products/detail", fields: { code } } as const;
  const answer = await session.call({ ...call, timeout: "read", maxBytes: MAX_BYTES });
  if (answer.kind === "rejected") return null;
  const [product] = rowsIn(bodyOrThrow(answer, "catalog", "unavailable"), "product").map(readProduct);
  return product ?? null;
}

/** Every SKU, without prices (version 3: GET /products/list-sku-catalogs). */
export async function listSkus(session: Session): ReturnType<FurtherCalls["skus"]> {
  const call = { operation: "listSkus", method: "GET", path: "products/list-sku-catalogs", fields: {} } as const;
  return rowsIn(await read(session, call), "products").map((product) => ({
    productName: loose(product, "product_name", "name"),
    code: loose(product, "code"),
    variants: objectsIn(product["variants"]).map((variant) => ({
      sku: loose(variant, "sku", "item_sku"),
      title: loose(variant, "title", "variant_title"),
      variantId: looseTextOrNull.parse(variant["variant_id"]),
    })),
  }));
}

const readProduct = (product: Fields): CatalogProduct => ({
  code: loose(product, "code"),
  name: loose(product, "product_name", "name"),
  pictureUrl: link.parse(product["mockup_url"]),
  templateUrl: link.parse(product["template_mockup_url"]),
  variants: objectsIn(product["variants"]).map(readVariant),
});

/** SKUs have spaces within: only those around them are cut. */
const readVariant = (variant: Fields): CatalogVariant => ({
  title: loose(variant, "variant_title", "title"),
  itemSku: loose(variant, "item_sku", "sku"),
  oldSkus: [variant["item_old_sku"]]
    .flat()
    .map((sku) => looseText.parse(sku).trim())
    .filter((sku) => sku !== ""),
  variantId: looseTextOrNull.parse(variant["variant_id"]),
  availability:
    typeof variant["availability"] === "boolean"
      ? String(variant["availability"])
      : looseTextOrNull.parse(variant["availability"]),
  attributes: objectsIn(variant["attributes"]).map((one) => ({
    ...{ name: loose(one, "name"), value: loose(one, "value") },
    hexColor: loose(one, "hexColor") || null,
  })),
  locations: objectsIn(variant["locations"]).map((place) => ({
    ...{ name: loose(place, "name"), code: loose(place, "code"), madeIn: loose(place, "made_in_location") },
    baseCost: known(place["base_cost"]),
    printAreas: objectsIn(place["print_areas"]).map(readArea),
  })),
});

const readArea = (area: Fields): PrintArea => ({
  key: loose(area, "key"),
  name: loose(area, "area"),
  width: number(area["width"]),
  height: number(area["height"]),
  fileFormat: loose(area, "file_format") || null,
  resolution: number(area["resolution"]),
});

/** SKUs of one request. */
const MAX_SKUS = 100;

/** What ships which SKU where (version 3: POST /products/retrieved-shipping-methods). */
export async function listShippingServices(session: Session, skus: readonly string[]): Promise<ShippingService[]> {
  const found: ShippingService[] = [];
  for (let start = 0; start < skus.length; start += MAX_SKUS) {
    const body = await read(session, {
      ...{ operation: "listShippingServices", method: "POST", path: "products/retrieved-shipping-methods" },
      fields: { sku: skus.slice(start, start + MAX_SKUS) },
    });
    found.push(...rowsIn(body, "product_data").flatMap(servicesOf));
  }
  return found;
}

const servicesOf = (product: Fields): ShippingService[] =>
  objectsIn(product["locations"]).flatMap((place) =>
    objectsIn(place["product_location"]).flatMap((destination) =>
      objectsIn(destination["shipping_services"]).map((service) => ({
        ...{ itemSku: loose(product, "item_sku", "sku"), madeIn: loose(place, "made_in_location") },
        ...{ destination: loose(destination, "code"), name: loose(service, "shipping_name") },
        code: loose(service, "shipping_code"),
        ...{ fee: known(service["shipping_fee"]), extraFee: known(service["shipping_extra_fee"]) },
        taxFee: known(service["tax_fee"]),
      })),
    ),
  );

const TYPES: Readonly<Record<RegistrationKind, string>> = { tracking: "tracking", order_status: "order" };

/** What is registered (version 3: GET /webhooks); `data` is null where nothing is. */
export async function listWebhooks(session: Session, kind: RegistrationKind): Promise<Registration[]> {
  const call = { operation: "listWebhooks", method: "GET", path: "webhooks", timeout: "read" } as const;
  const answer = await session.call({ ...call, fields: { type: TYPES[kind] } });
  return registrationsIn(bodyOrThrow(answer, "list registrations", "unavailable"));
}

/**
 * Registers, changes or removes what is registered of a kind (version 3: POST, PUT, DELETE /webhooks). A registration is not switched
 * off: it is removed. One that is there already is changed.
 * @throws RejectedError, UnavailableError, UnauthorizedError, UncertainError: list, then decide
 */
export async function writeWebhook(
  session: Session,
  write: "create" | "update" | "delete",
  kind: RegistrationKind,
  { endpoint, active, accessKey, accessToken }: RegistrationInput,
): Promise<Registration> {
  const does = active ? write : "delete";
  // Another key is refused.
  if (does !== "delete" && !/^[\w-]+$/.test(accessKey))
    throw new TypeError("a key of other than letters, digits, - and _");
  const { operation, method } = WRITES[does];
  const answer = await session.call({
    ...{ operation, method, path: `webhooks?type=${TYPES[kind]}`, timeout: "read" },
    fields: does === "delete" ? {} : { endpoint, access_key: accessKey, access_token: accessToken },
  });
  if (does === "create" && answer.kind === "rejected")
    return writeWebhook(session, "update", kind, { endpoint, active, accessKey, accessToken });
  bodyOrThrow(answer, `${does} registration`, "uncertain");
  return { endpoint, accessKey, active };
}

const WRITES = {
  create: { operation: "createWebhook", method: "POST" },
  update: { operation: "updateWebhook", method: "PUT" },
  delete: { operation: "deleteWebhook", method: "DELETE" },
} as const;
