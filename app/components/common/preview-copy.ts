import type { ArtworkPreview } from "../../ports/artwork.ts";

export type NoPreviewReason = Exclude<ArtworkPreview, { ok: true }>["reason"];

/** Why there is no picture, in the few words that fit into its place. */
export const NO_PREVIEW_LABELS: Readonly<Record<NoPreviewReason, string>> = {
  bad_link: "No link",
  private_address: "Not public",
  status: "Not found",
  not_image: "No image",
  too_large: "Too large to show",
  no_preview: "No preview",
  timeout: "No answer",
  unreachable: "No answer",
};
