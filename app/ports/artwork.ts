/** Looks whether an artwork link answers with an image, without reaching private addresses. */
export interface ArtworkCheck {
  check(link: string): Promise<ArtworkAnswer>;
}

export type ArtworkAnswer =
  | { ok: true; type: string }
  /** `temporary`: the same link may be fine a little later. `reason` is a code. */
  | { ok: false; reason: string; temporary: boolean };
