import type { Faults } from "./faults.ts";
import type { Bucket } from "./graphql/bucket.ts";
import type { Shop } from "./model.ts";
import type { App } from "./oauth/endpoint.ts";
import type { TokenStore } from "./oauth/tokens.ts";
import type { WebhookSender } from "./webhooks.ts";
import type { Store } from "./store.ts";

/** One request to the Admin API, as the stand-in saw it. */
export interface GraphLogEntry {
  shop: string;
  at: Date;
  /** Of the operation; null when it has none or could not be read. */
  operation: string | null;
  rootFields: string[];
  variables: Record<string, unknown>;
  /** HTTP status, or how the answer was withheld. */
  outcome: number | "no answer" | "reset";
  /** Codes or messages of the answer's errors. */
  errors: string[];
  /** In points; `actual` is null when throttled. null when the request was refused before that. */
  cost: { requested: number; actual: number | null } | null;
}

/** The parts of a running stand-in that its HTTP edge needs. */
export interface Core {
  store: Store;
  app: App;
  appTitle: string;
  /** The stand-in's own address. */
  url(): string;
  tokens: TokenStore;
  faults: Faults;
  webhooks: WebhookSender;
  graphLog: GraphLogEntry[];
  /** The API version that answers and that webhooks are made with, whatever was asked for. */
  apiVersion: string;
  /** Whether the app's IP allowlist names the address that its requests come from. */
  addressListed: boolean;
  /** Of requests for tokens; null: there is no limit. */
  tokenBucket: Bucket | null;
  bucketOf(shop: Shop): Bucket;
}
