import type { AttentionCode } from "../orders/core/attention.ts";
import type { ConnectionCheck, Credentials, PrintService } from "../ports/print-service.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { ShopId } from "../ports/ids.ts";

/** What the actions of staff on a shop's settings and print account need besides. */
export interface ShopActionsContext extends ShopsContext {
  /** Obtains a token from the print service. @throws RejectedError or UnauthorizedError when it refuses the credentials, else UnavailableError */
  fetchToken(credentials: Credentials): Promise<string>;
  connectionCheck: ConnectionCheck;
  printService: PrintService;
  /** Where the print service reaches the app. */
  appUrl: string;
  /** Makes the orders of a shop due that are held for one of these reasons (app/orders/receive). */
  wakeHeld(shopId: ShopId, codes: readonly AttentionCode[]): Promise<unknown>;
}
