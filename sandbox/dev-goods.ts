import type { ProductInput, VariantInput } from "./shopify/catalog.ts";
import { GOODS_SKUS } from "./shopify/goods.ts";

const SIZES = ["S", "M", "L"];
const COLORS: [name: string, letter: string][] = [
  ["Black", "B"],
  ["White", "W"],
];

/**
 * What the dev shop sells; `pictures` is where the pictures of the items are. The shirt and the mug get mapped, the
 * poster waits for it.
 */
export function devGoods(pictures: string): ProductInput[] {
  const image = (name: string) => `${pictures}/${name}.svg`;
  const shirts = COLORS.flatMap(([color, letter]) =>
    SIZES.map((size): VariantInput => ({
      title: `${color} / ${size}`,
      sku: `FOX-${letter}${size}`,
      price: "25.00",
      imageUrl: image(`shirt-${color.toLowerCase()}`),
      options: [
        { name: "Color", value: color },
        { name: "Size", value: size },
      ],
    })),
  );
  const ours = { vendor: "Inkbridge", tags: ["fox"] };
  return [
    { ...ours, title: "Fox shirt", productType: "Shirts", imageUrl: image("shirt-black"), variants: shirts },
    {
      ...ours,
      title: "Fox mug",
      productType: "Mugs",
      imageUrl: image("mug"),
      variants: [{ sku: GOODS_SKUS.mug, price: "14.00" }],
    },
    {
      title: "Beeswax candle",
      vendor: "Somebody else",
      imageUrl: image("candle"),
      variants: [{ sku: GOODS_SKUS.candle, price: "9.00" }],
    },
    {
      title: "Gift card",
      vendor: "Inkbridge",
      isGiftCard: true,
      imageUrl: image("gift-card"),
      variants: [{ sku: GOODS_SKUS.giftCard, price: "25.00" }],
    },
    {
      ...ours,
      title: "Fox poster",
      productType: "Posters",
      imageUrl: image("poster"),
      variants: [{ sku: "FOX-POSTER", price: "18.00" }],
    },
  ];
}
