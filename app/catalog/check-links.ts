import pLimit, { type LimitFunction } from "p-limit";
import type { ArtworkCheck, ArtworkCheckResult } from "../ports/artwork.ts";
import { deadlineIn, type Deadline } from "../ports/deadline.ts";
import type { ShopId } from "../ports/ids.ts";

/** Downloads at once for the pages of one shop, and of all shops of this process. */
const PER_SHOP = 4;
const IN_ALL = 12;
/** A request that takes longer is likely to be broken off, and then nobody waits for its answer. */
const LIMIT_MS = 25_000;

const NOT_REACHED: ArtworkCheckResult = { ok: false, reason: "timeout", temporary: true };

const inAll = pLimit(IN_ALL);
/** One for each shop that has saved mappings through this process. */
const byShop = new Map<ShopId, LimitFunction>();

/**
 * Checks the links of a page's request, in their order. All requests of a shop share its downloads, so that no shop takes those of
 * others. What is not begun by the deadline counts as too slow, which staff may override.
 */
export function checkLinks(
  { artwork }: { artwork: ArtworkCheck },
  shopId: ShopId,
  links: readonly string[],
  deadline: Pick<Deadline, "isOver"> = deadlineIn(LIMIT_MS),
): Promise<ArtworkCheckResult[]> {
  const limit = byShop.get(shopId) ?? pLimit(PER_SHOP);
  byShop.set(shopId, limit);
  const check = (link: string) => (deadline.isOver() ? NOT_REACHED : artwork.check(link));
  return limit.map(links, (link) => inAll(check, link));
}
