import { LINK_FIELD, SIDES, type PrintItem, type Side } from "../../../ports/order-model.ts";

export interface ArtworkView {
  side: Side;
  /** An http(s) link; "" for a required side without one. */
  url: string;
}

type Links = Pick<PrintItem, "artworkFront" | "artworkBack" | "mockup">;

/** The links that a page may show, and the required sides without one. */
export function artworkOf(links: Links | undefined, required: readonly string[] = []): ArtworkView[] {
  if (!links) return [];
  const sides = SIDES.map((side) => ({ side, url: webLink(links[LINK_FIELD[side]]) }));
  return sides.filter(({ side, url }) => url !== "" || required.includes(side));
}

function webLink(text: string): string {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "") ? text : "";
}
