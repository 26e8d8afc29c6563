import type { OrdersContext } from "../orders/core/context.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import type { OtherWebhookVersion, ReadOtherApiVersion } from "../ports/api-version.ts";
import type { CheckAddress, CheckInstallation, ReadScopes } from "../ports/installation.ts";
import type { SystemResult } from "./findings.ts";

/** What the checks of a shop get from outside. */
export interface DiagnosticsContext extends ShopActionsContext, Pick<OrdersContext, "shopify"> {
  askInstallation: CheckInstallation;
  checkAddress: CheckAddress;
  readScopes: ReadScopes;
  readOtherApiVersion: ReadOtherApiVersion;
  otherWebhookVersion: OtherWebhookVersion;
  /** The access scopes without which orders cannot be printed. */
  requiredScopes: readonly string[];
  /** The checks of the installation that ask nobody outside of it. */
  checkInstallationParts(): Promise<SystemResult[]>;
}
