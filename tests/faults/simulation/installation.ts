import { shopActs } from "../../../app/composition/shop-context.server.ts";
import { connectAccount } from "../../../app/settings/edit/connect-account.ts";
import { installShop } from "../../../app/shops/install.ts";
import { ACCOUNTS } from "../environment/stocked-shop.ts";
import { issueOfflineSession } from "../../support/offline-session.ts";
import { until } from "../../support/until.ts";
import type { Scene, SceneShop } from "./simulation.ts";

/** The merchant takes the app away. */
export function leave({ plant }: Scene, { domain }: SceneShop): Promise<void> {
  plant.shopify.uninstall(domain);
  return Promise.resolve();
}

/** The merchant installs it again and connects the print account, trying until both are done, as people do. */
export async function comeBack(scene: Scene, shop: SceneShop): Promise<void> {
  const { plant } = scene;
  const { core } = plant.services;
  plant.shopify.install(shop.domain);
  const session = issueOfflineSession(plant.shopify, shop.domain, plant.clock.now());
  await again(async () => {
    await core.sessions.storeSession(session);
    await installShop(core.ctx, shop.domain, session.scope ?? "");
    await connect(scene, shop);
  });
  shop.backAt = plant.clock.now();
}

/** A person enters the credentials of the print account. @throws Error when the print service does not take them */
export async function connect({ plant }: Scene, { domain, account }: SceneShop): Promise<void> {
  const { core } = plant.services;
  const credentials = ACCOUNTS.find(({ email }) => email === account);
  if (!credentials) throw new Error(`nobody knows the password of ${account}`);
  const { id } = await core.ctx.db.shop.findUniqueOrThrow({ where: { domain }, select: { id: true } });
  const { outcome } = await connectAccount(shopActs(core), { id, domain }, credentials);
  if (outcome !== "connected") throw new Error(`${account} is ${outcome}`);
}

/** Until it goes through: the database may be away just now. @throws Error when it never does */
const again = (work: () => Promise<unknown>): Promise<boolean> =>
  until(
    "the app is installed again",
    () =>
      work().then(
        () => true,
        () => false,
      ),
    20_000,
  );
