import { expect, it } from "vitest";
import { isMasked } from "./masked-text.ts";

it.each([
  "********",
  "J*** D***",
  "1*** M*** S***",
  "12 ******** Road",
  "J* D*",
  "张*",
  "王*明",
  "＊＊太郎",
  "••••• Street",
  "(+1)555*****00",
  "b***@shop.example",
  "*** D***",
])("%s is masked", (text) => expect(isMasked(text)).toBe(true));

it.each([
  "",
  "-",
  "Ada Example",
  "1 Sample Street",
  "Road 5 • Flat 2",
  "Flat 2 * rear entrance",
  "*Ring the bell*",
  "**LEAVE AT THE DOOR**",
  "Flat 2 *ring twice* please",
  "#12/3, Main Rd.",
])("%s is not", (text) => expect(isMasked(text)).toBe(false));
