import type { Faults } from "./faults.ts";
import type { Bucket } from "./graphql/bucket.ts";
import type { GraphLogEntry } from "./http/graphql.ts";
import type { Shop } from "./model.ts";
import type { App } from "./oauth/endpoint.ts";
import type { TokenStore } from "./oauth/tokens.ts";
import type { WebhookSender } from "./webhooks.ts";
import type { World } from "./world.ts";

/** The parts of a running stand-in that its HTTP edge needs. */
export interface Core {
  world: World;
  app: App;
  appTitle: string;
  tokens: TokenStore;
  faults: Faults;
  webhooks: WebhookSender;
  graphLog: GraphLogEntry[];
  bucketOf(shop: Shop): Bucket;
}
