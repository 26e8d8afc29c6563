import type { ActionRequest } from "../environment/perform-action.ts";
import type { OpenQuestion } from "./open-questions.ts";

/** Staff wants the new file at the link of the line's mapping for all orders; null: somebody has said so already. */
export function useNewFile({ found, lineGid, shopId }: OpenQuestion): ActionRequest | null {
  const { shop, goods } = found;
  const named = goods.get(lineGid?.split("/").at(-1) ?? "");
  const link = named && shop.mappings[named].at(-1)?.value?.artworkFront;
  const sha256 = link && shop.files.get(link)?.at(-1)?.value;
  return sha256 ? { of: "file", action: "use_new_file", ref: { shopId }, link, sha256 } : null;
}
