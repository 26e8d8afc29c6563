import type { FieldProblem, MappingField } from "../../catalog/field-problems.ts";
import type { ArtworkProblem } from "../../ports/artwork.ts";

const LINK_MESSAGES: Readonly<Record<ArtworkProblem, string>> = {
  bad_link: "Enter a whole web address, such as https://example.com/front.png",
  private_address: "This address is in a private network. The print service can only reach public ones.",
  status: "No file is given out at this address: it may be deleted, or not shared with everybody.",
  not_image: "This address answers with something else than an image or a PDF, such as a page to sign in.",
  too_large: "The file is larger than 100 MB.",
  timeout: "The address did not answer in time.",
  unreachable: "The address cannot be reached.",
};

/** What is wrong with a field, in words to stand beside it. */
export function problemMessage(field: MappingField, problem: FieldProblem): string {
  switch (problem.kind) {
    case "missing":
      return field === "itemSku" ? "Enter the SKU of the print service" : "Fill this in";
    case "too_long":
      return `Shorten this to ${problem.max} characters`;
    case "sku_rejected":
      return problem.providerMessage
        ? `The print service does not accept this SKU: “${problem.providerMessage}”`
        : "The print service does not accept this SKU";
    case "link":
      return LINK_MESSAGES[problem.reason];
  }
}

/** Why a SKU could not be checked. */
export const UNCHECKED_MESSAGES = {
  not_connected: "Not checked: no print account is connected.",
  account_rejected: "Not checked: the print service refuses the print account.",
  unavailable: "Not checked: the print service does not answer just now.",
} as const;
