import type { ChangedField } from "../../ports/order-model.ts";

/** Within a sentence. */
export const CHANGED_FIELD_NAMES: Readonly<Record<ChangedField, string>> = {
  itemSku: "print SKU",
  artworkFront: "front artwork",
  artworkBack: "back artwork",
  mockup: "mockup",
  note: "print note",
  quantity: "quantity",
  address: "address",
  email: "email",
  phone: "phone",
  method: "shipping method",
};
