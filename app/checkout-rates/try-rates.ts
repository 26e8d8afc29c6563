import type { PrismaClient } from "../../prisma/client/client.ts";
import type { RateRequest, RateRequestItem } from "../ports/checkout-rates.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";

const MAX_VARIANTS = 100;
/** Of an item that stands for all that is not printed. */
const OTHER_ITEM_PRICE = "10";

type Context = { db: PrismaClient };

/** Variants with a mapping, by product and title: rates are tried with one of them. */
export async function listTriedVariants({ db }: Context, shopId: ShopId): Promise<{ value: string; label: string }[]> {
  const mapped = await db.mapping.findMany({
    where: { shopId, itemSku: { not: "" } },
    orderBy: [{ productGid: "asc" }, { variantGid: "asc" }],
    take: MAX_VARIANTS,
    select: { variantGid: true, itemSku: true },
  });
  const gids = mapped.map(({ variantGid }) => variantGid);
  const variants = await db.productVariant.findMany({ where: { shopId, variantGid: { in: gids } } });
  const titles = new Map(variants.map((one) => [one.variantGid, titleOf(one)]));
  return mapped.map(({ variantGid, itemSku }) => ({ value: variantGid, label: titles.get(variantGid) ?? itemSku }));
}

const titleOf = ({ productTitle, title }: { productTitle: string; title: string }): string =>
  title === "Default Title" ? productTitle : `${productTitle}, ${title}`;

interface TriedBasket {
  variantGid: Gid<"ProductVariant">;
  quantity: number;
  countryCode: string;
  /** With an item that is not printed. */
  withOthers: boolean;
}

/** The basket as Shopify would ask for its rates, with the variant's price in the shop's currency. */
export async function rateRequestOf(
  { db }: Context,
  shopId: ShopId,
  { variantGid, quantity, countryCode, withOthers }: TriedBasket,
): Promise<Omit<RateRequest, "currency">> {
  const key = { shopId_variantGid: { shopId, variantGid } };
  const variant = await db.productVariant.findUnique({ where: key, select: { price: true } });
  const item: RateRequestItem = {
    ...{ variantGid, quantity, price: variant?.price ?? "0" },
    ...{ requiresShipping: true, isFulfilledElsewhere: false },
  };
  const other: RateRequestItem = { ...item, variantGid: null, quantity: 1, price: OTHER_ITEM_PRICE };
  return { countryCode, province: "", items: withOthers ? [item, other] : [item] };
}
