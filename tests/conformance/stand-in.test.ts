import { runClauses } from "./run-clauses.testing.ts";
import { CREATE_CHECKS } from "./stand-in/create.ts";
import { EVENT_CHECKS } from "./stand-in/events.ts";
import { LIST_CHECKS } from "./stand-in/list.ts";
import { PRICE_CHECKS } from "./stand-in/prices.ts";
import { REGISTRATION_CHECKS } from "./stand-in/registrations.ts";
import { SYNCED_CHECKS } from "./stand-in/synced.ts";
import { TOKEN_CHECKS } from "./stand-in/tokens.ts";
import { openService } from "./stand-in/service.testing.ts";

/** Each clause in which the service has a duty, by plain HTTP against the stand-in alone: app/ has no part in it. */
const CHECKS = {
  ...TOKEN_CHECKS,
  ...CREATE_CHECKS,
  ...PRICE_CHECKS,
  ...LIST_CHECKS,
  ...SYNCED_CHECKS,
  ...REGISTRATION_CHECKS,
  ...EVENT_CHECKS,
};
runClauses("service", CHECKS, (dialect) => openService(dialect));
