import type { Address } from "./model.ts";
import type { LineInput, OrderInput } from "./place-order.ts";

/** Invented people and addresses for the demo, the storefront page and tests. */

type Person = Pick<OrderInput, "email" | "phone" | "customerLocale"> & { shippingAddress: Address };

const ADDRESS: Address = {
  firstName: "Ada",
  lastName: "Holloway",
  company: null,
  address1: "12 Juniper Lane",
  address2: null,
  city: "Portland",
  province: "Oregon",
  provinceCode: "OR",
  country: "United States",
  countryCode: "US",
  zip: "97201",
  phone: "+15035550142",
};

export const PEOPLE = {
  unitedStates: { email: "ada@buyers.example", phone: "+15035550142", shippingAddress: ADDRESS },
  japan: {
    email: "haruka@buyers.example",
    phone: "+81355550123",
    customerLocale: "ja",
    shippingAddress: {
      ...ADDRESS,
      firstName: "遥",
      lastName: "森川",
      address1: "青葉台2丁目4-7",
      address2: "ハイツ若葉 302",
      city: "目黒区",
      province: "Tōkyō",
      provinceCode: "JP-13",
      country: "Japan",
      countryCode: "JP",
      zip: "153-0042",
      phone: "+81355550123",
    },
  },
  /** Germany has no provinces: the code is null. */
  germany: {
    email: "jonas@buyers.example",
    phone: "+493055501234",
    customerLocale: "de",
    shippingAddress: {
      ...ADDRESS,
      firstName: "Jonas",
      lastName: "Weißgerber",
      company: "Atelier Nord",
      address1: "Lindenufer 8",
      city: "Bremen",
      province: null,
      provinceCode: null,
      country: "Germany",
      countryCode: "DE",
      zip: "28195",
      phone: "+493055501234",
    },
  },
  withoutPhone: {
    email: "mara@buyers.example",
    phone: null,
    shippingAddress: { ...ADDRESS, firstName: "Mara", phone: null },
  },
} satisfies Record<string, Person>;

/** An order of these lines by this customer; by default standard shipping, paid, low risk. */
export function orderInput(person: Person, lines: LineInput[], over: Partial<OrderInput> = {}): OrderInput {
  return { ...person, lines, shippingLine: { title: "Standard", code: "standard", price: "5.90" }, ...over };
}

/** Variant ids (or gids) of the goods that the ready-made orders are made of. */
export interface Goods {
  shirt: string;
  mug: string;
  /** Not ours to print. */
  candle: string;
  giftCard: string;
}

/** One order of each kind that an app for printing has to get right. */
export function readyMade(goods: Goods): Record<string, OrderInput> {
  const { unitedStates, japan, germany, withoutPhone } = PEOPLE;
  const shirt: LineInput = { variantId: goods.shirt };
  const personalized = [
    { name: "Name on the back", value: "Captain Fig" },
    { name: "_layout", value: "arched" },
  ];
  const engraved = [{ name: "Engraving", value: "For Bob" }];
  const express = { title: "Express", code: "express", price: "14.90" };
  return {
    plain: orderInput(unitedStates, [{ ...shirt, quantity: 2 }, { variantId: goods.mug }]),
    express: orderInput(unitedStates, [shirt], { shippingLine: express }),
    japan: orderInput(japan, [shirt]),
    germany: orderInput(germany, [shirt, { variantId: goods.mug, quantity: 3 }]),
    withoutPhone: orderInput(withoutPhone, [shirt], { customer: null }),
    giftCard: orderInput(unitedStates, [shirt, { variantId: goods.giftCard }], { tip: "3.00" }),
    mixed: orderInput(unitedStates, [shirt, { variantId: goods.candle, quantity: 2 }]),
    personalized: orderInput(unitedStates, [{ ...shirt, properties: personalized }]),
    noted: orderInput(unitedStates, [shirt], {
      note: "Please gift wrap, no invoice.\nIt is a surprise.",
      noteAttributes: [{ name: "Gift message", value: "Happy birthday, Bob!" }],
      tags: ["Gift", "VIP"],
    }),
    engraved: orderInput(unitedStates, [{ ...shirt, properties: engraved }]),
    unpaid: orderInput(unitedStates, [shirt], { financialStatus: "PENDING" }),
    authorized: orderInput(unitedStates, [shirt], { financialStatus: "AUTHORIZED" }),
    cashOnDelivery: orderInput(unitedStates, [shirt], {
      financialStatus: "PENDING",
      paymentGateways: ["Cash on Delivery (COD)"],
    }),
    pickup: orderInput(unitedStates, [shirt], { delivery: "PICK_UP" }),
    test: orderInput(unitedStates, [shirt], { test: true }),
    risky: orderInput(unitedStates, [shirt], { risk: "HIGH" }),
  };
}
