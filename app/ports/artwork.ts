/** Checks that an artwork link returns an image, without reaching private addresses. */
export interface ArtworkCheck {
  check(link: string): Promise<ArtworkCheckResult>;
}

export type ArtworkCheckResult =
  | { ok: true; type: string }
  /** `temporary`: the same link may work a little later. */
  | { ok: false; reason: ArtworkProblem; temporary: boolean };

/** Why a link cannot be used; `status`: the answer was not the file. */
export type ArtworkProblem =
  "bad_link" | "private_address" | "status" | "not_image" | "too_large" | "timeout" | "unreachable";

/** Draws previews of artwork for pages: print files are far too large to be shown. */
export interface ArtworkPreviews {
  /** `shop`: whose page asks; each shop has a share of the queue. */
  preview(link: string, shop: string): Promise<ArtworkPreview>;
}

export type ArtworkPreview =
  | { ok: true; type: "image/webp"; bytes: Uint8Array }
  /** no_preview: an image of a type that is not drawn. */
  | { ok: false; reason: ArtworkProblem | "no_preview"; temporary: boolean };
