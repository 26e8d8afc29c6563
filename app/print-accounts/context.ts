import type { AttentionCode } from "../orders/core/attention.ts";
import type { InterfaceVersion, PrintService, SignIn } from "../ports/print-service.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { ShopId } from "../ports/ids.ts";

/** What the actions of staff on a shop's settings and print account need besides. */
export interface ShopActionsContext extends ShopsContext {
  signIn: Readonly<Record<InterfaceVersion, SignIn>>;
  printService: PrintService;
  /** Where the print service reaches the app. */
  appUrl: string;
  /** Makes the orders of a shop due that are held for one of these reasons (app/orders/receive). */
  wakeHeld(shopId: ShopId, codes: readonly AttentionCode[]): Promise<unknown>;
}
