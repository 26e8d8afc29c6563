/** Looks whether an artwork link answers with an image, without reaching private addresses. */
export interface ArtworkCheck {
  check(link: string): Promise<ArtworkCheckResult>;
}

export type ArtworkCheckResult =
  | { ok: true; type: string }
  /** `temporary`: the same link may be fine a little later. */
  | { ok: false; reason: ArtworkProblem; temporary: boolean };

/** Why a link is of no use; `status`: it was answered with something else than the file. */
export type ArtworkProblem =
  "bad_link" | "private_address" | "status" | "not_image" | "too_large" | "timeout" | "unreachable";

/** Makes a small picture of an artwork for a page: print files are far too large to be shown as they are. */
export interface ArtworkPreviews {
  /** `shop`: whose page asks; each has a share of the queue. */
  preview(link: string, shop: string): Promise<ArtworkPreview>;
}

export type ArtworkPreview =
  | { ok: true; type: "image/webp"; bytes: Uint8Array }
  /** no_preview: an image, but of a kind that is not drawn here. */
  | { ok: false; reason: ArtworkProblem | "no_preview"; temporary: boolean };
