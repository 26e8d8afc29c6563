import type { Shop } from "@prisma/client";
import { readSettings } from "../settings/settings.ts";

/** What decides whether the nightly check is made for a shop. */
type CheckedShop = Pick<Shop, "settings">;

/** The installed shops of an account for which SKUs are checked, the first connected first: its clock says when the night begins. */
export const CHECKED = {
  where: { uninstalledAt: null },
  orderBy: { connectedAt: "asc" },
} as const;

/** Without the shops that switched the check off. */
export const withCheck = <S extends CheckedShop>(shops: readonly S[]): S[] =>
  shops.filter(({ settings }) => readSettings(settings).nightlySkuCheck);
