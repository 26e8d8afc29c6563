import { CREATE_CHECKS } from "./client/create.ts";
import { CREATED_CHECKS } from "./client/created.ts";
import { useWebhookEndpoint } from "./client/webhook-endpoint.testing.ts";
import { EVENT_CHECKS } from "./client/events.ts";
import { UNSPECIFIED_CHECKS } from "./client/unspecified.ts";
import { PRICE_CHECKS } from "./client/prices.ts";
import { REGISTRATION_CHECKS } from "./client/registrations.ts";
import { SYNCED_CHECKS } from "./client/synced.ts";
import { TOKEN_CHECKS } from "./client/tokens.ts";
import { openClientHarness } from "./client/harness.testing.ts";
import { runClauses } from "./run-clauses.testing.ts";

/** Each clause in which the client has a duty: our client against the stand-in, with a look at what was on the wire. */
const CHECKS = {
  ...TOKEN_CHECKS,
  ...CREATE_CHECKS,
  ...CREATED_CHECKS,
  ...PRICE_CHECKS,
  ...SYNCED_CHECKS,
  ...REGISTRATION_CHECKS,
  ...EVENT_CHECKS,
  ...UNSPECIFIED_CHECKS,
};
useWebhookEndpoint();
runClauses("client", CHECKS, openClientHarness);
