import type { UploadedFile, UploadTarget } from "../../../ports/shop-catalog.ts";

/** The answer to a step of an upload. not_allowed: the merchant has to allow access first. `message`: Shopify's words. */
export type UploadResponse =
  | { outcome: "not_allowed" }
  | { outcome: "target"; target: UploadTarget }
  | { outcome: "created"; gid: string }
  | { outcome: "read"; file: UploadedFile }
  | { outcome: "refused"; message: string | null }
  /** Shopify did not say whether the file was taken. */
  | { outcome: "uncertain" };
