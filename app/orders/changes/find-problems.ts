import { parseArtworkLink } from "../../artwork/artwork-link.ts";
import { cleanText } from "../../common/clean-text.ts";
import { isPhoneNumber } from "../../common/phone-number.ts";
import type { ChangedAddress, ChangedValues } from "../core/order-change.ts";
import { destinationOf, withChangedRecipient } from "../compose/changed-values.ts";
import { buildRecipient } from "../compose/recipient.ts";
import { layOutText } from "../../artwork/text-layout.ts";
import { isOffered } from "../compose/shipping-method.ts";
import { shippingAccountOf, type ShopRow } from "../core/shop-row.ts";
import {
  PRINT_SIDES,
  TEXT_FIELD,
  type ChangedField,
  type OrderSnapshot,
  type TextPlacements,
} from "../../ports/order-model.ts";
import type { ArtworkProblem } from "../../ports/artwork.ts";
import { LINK_FIELDS } from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";

/** What is wrong with one field of a change. */
export interface FieldProblem {
  field: ChangedField | `address.${keyof ChangedAddress}`;
  code:
    | "missing"
    | "too_long"
    | ArtworkProblem
    | "too_many"
    | "text_characters"
    | "text_too_many"
    | "text_too_long"
    | "bad_email"
    | "bad_phone"
    | "unknown_country"
    | "method_unavailable"
    | "nothing_changed";
  /** The characters that the font lacks. */
  characters?: string[];
}

interface ProblemInput {
  changed: ChangedValues;
  snapshot: OrderSnapshot;
  settings: ShopSettings;
  shop: Pick<ShopRow, "printAccount">;
  /** Pieces of the line that are still to be sent. */
  needed: number | null;
  /** Where texts are drawn on the line's artwork. */
  texts: TextPlacements;
}

/** Everything that is wrong with a change, by field. */
export function findProblems(input: ProblemInput): FieldProblem[] {
  const { changed, needed } = input;
  const problems: FieldProblem[] = [];
  if (changed.itemSku === "") problems.push({ field: "itemSku", code: "missing" });
  for (const field of LINK_FIELDS) {
    const link = changed[field];
    const parsed = link ? parseArtworkLink(link) : null;
    if (parsed && !parsed.ok) problems.push({ field, code: parsed.reason });
  }
  if (changed.quantity !== undefined && changed.quantity > (needed ?? 0))
    problems.push({ field: "quantity", code: "too_many" });
  return [...problems, ...textProblems(input), ...recipientProblems(input)];
}

/** Texts that cannot be drawn whole. */
const textProblems = ({ changed, texts }: ProblemInput): FieldProblem[] =>
  PRINT_SIDES.flatMap((side): FieldProblem[] => {
    const [field, placement] = [TEXT_FIELD[side], texts[side]];
    const laidOut = placement ? layOutText(placement, changed[field] ?? "") : null;
    if (!laidOut || laidOut.ok) return [];
    const { problem } = laidOut;
    return [
      {
        field,
        code: `text_${problem.code}`,
        ...(problem.code === "characters" ? { characters: problem.characters } : {}),
      },
    ];
  });

const ONE_AT_SIGN = /^[^\s@]+@[^\s@]+$/;

function recipientProblems({ changed, snapshot, settings, shop }: ProblemInput): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const effective = withChangedRecipient(snapshot, changed);
  if (changed.email !== undefined && !ONE_AT_SIGN.test(changed.email))
    problems.push({ field: "email", code: changed.email === "" ? "missing" : "bad_email" });
  if (changed.phone !== undefined && !isPhoneNumber(changed.phone))
    problems.push({ field: "phone", code: changed.phone === "" ? "missing" : "bad_phone" });
  if (changed.address) problems.push(...addressProblems(effective, settings));
  if (changed.method !== undefined && !isOffered(changed.method, destinationOf(effective), shippingAccountOf(shop)))
    problems.push({ field: "method", code: "method_unavailable" });
  return problems;
}

/** The fields of the form that the recipient's fields come from. */
const FORM_FIELDS = { name: "lastName", country: "countryCode" } as const;

/** The same rules as for Shopify's address. */
function addressProblems(effective: OrderSnapshot, settings: ShopSettings): FieldProblem[] {
  const result = buildRecipient(effective, settings);
  if (result.ok) return [];
  return result.missing.flatMap(({ code, fields }) => {
    if (code === "contact_missing") return [];
    if (code === "country_unknown") return [{ field: "address.countryCode", code: "unknown_country" }] as const;
    return fields.map((field): FieldProblem => {
      const name = field === "name" || field === "country" ? FORM_FIELDS[field] : (field as keyof ChangedAddress);
      const isTooLong = name === "provinceCode" && cleanText(effective.shippingAddress?.provinceCode) !== "";
      return { field: `address.${name}`, code: isTooLong ? "too_long" : "missing" };
    });
  });
}
