import { expect, it } from "vitest";
import { isPhoneNumber } from "./phone-number.ts";

it.each([
  "+1 212 555 0142",
  "(212) 555-0142",
  "212.555.0142 ext. 12",
  "+49 30 1234567",
  "030/1234567",
  "+44 (0)20 7946 0018",
  "+46‑8‑123 456 78",
  "555-0142",
  "+1 2125550142 x7",
])("takes %s for a phone number", (text) => expect(isPhoneNumber(text)).toBe(true));

it.each(["555", "", "none", "12", "+1 555", "call 212 555 0142", "1234567890123456", "me@shop.example"])(
  "does not take “%s” for a phone number",
  (text) => expect(isPhoneNumber(text)).toBe(false),
);
