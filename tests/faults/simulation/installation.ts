import { shopActionsContext } from "../../../app/composition/shop-context.server.ts";
import { connectAccount } from "../../../app/settings-page/account.ts";
import { installShop } from "../../../app/shops/install.ts";
import { ACCOUNTS } from "../environment/stocked-shop.ts";
import { issueOfflineSession } from "../../support/offline-session.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import type { Simulation, SimulatedShop } from "./simulation.ts";

/** The merchant takes the app away. */
export function uninstall({ environment }: Simulation, { domain }: SimulatedShop): Promise<void> {
  environment.shopify.uninstall(domain);
  return Promise.resolve();
}

/** The merchant installs it again and connects the print account, trying until both are done, as people do. */
export async function reinstall(simulation: Simulation, shop: SimulatedShop): Promise<void> {
  const { environment } = simulation;
  const { core } = environment.services;
  environment.shopify.install(shop.domain);
  const session = issueOfflineSession(environment.shopify, shop.domain, environment.clock.now());
  await retryUntilDone("the app is installed again", async () => {
    await core.sessions.storeSession(session);
    await installShop(core.ctx, shop.domain, session.scope ?? "");
    await connectPrintAccount(simulation, shop);
  });
  shop.reinstalledAt = environment.clock.now();
}

/** A person enters the credentials of the print account. @throws Error when the print service does not take them */
export async function connectPrintAccount(
  { environment }: Simulation,
  { domain, account }: SimulatedShop,
): Promise<void> {
  const { core } = environment.services;
  const credentials = ACCOUNTS.find(({ email }) => email === account);
  if (!credentials) throw new Error(`nobody knows the password of ${account}`);
  const { id } = await core.ctx.db.shop.findUniqueOrThrow({ where: { domain }, select: { id: true } });
  const { outcome } = await connectAccount(shopActionsContext(core), { id, domain }, credentials);
  if (outcome !== "connected") throw new Error(`${account} is ${outcome}`);
}
