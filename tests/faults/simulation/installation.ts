import { shopActionsContext } from "../../../app/composition/shop-context.server.ts";
import { connectAccount } from "../../../app/settings-page/account.ts";
import { installShop } from "../../../app/shops/install.ts";
import { loginOf } from "../environment/stocked-shop.ts";
import { issueOfflineSession } from "../../support/offline-session.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import { delay, type Simulation, type SimulatedShop } from "./simulation.ts";

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
  const { id } = await core.ctx.db.shop.findUniqueOrThrow({ where: { domain }, select: { id: true } });
  const { outcome } = await connectAccount(shopActionsContext(core), { id, domain }, loginOf(environment, account));
  if (outcome !== "connected") throw new Error(`${account} is ${outcome}`);
}

/** How long nobody notices that a token has ended. */
const NOTICED_AFTER_MS = 1_500;

/** The service ends all tokens. By version 1 the app fetches others; by version 3 staff of each shop enters a new access token. */
export async function revokeTokens(simulation: Simulation): Promise<void> {
  const { printService, interfaceVersion, shopify } = simulation.environment;
  printService.revokeTokens();
  if (interfaceVersion === "v1") return;
  await delay(NOTICED_AFTER_MS);
  for (const shop of simulation.shops)
    await retryUntilDone(`${shop.domain} has a new access token`, async () => {
      // Who comes back later connects the account then.
      if (shopify.shop(shop.domain).installed) await connectPrintAccount(simulation, shop);
    });
}
