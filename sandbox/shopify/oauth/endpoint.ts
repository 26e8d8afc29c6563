import type { Shop } from "../model.ts";
import type { Clock } from "../store.ts";
import { readSessionToken } from "./session-token.ts";
import type { TokenStore } from "./tokens.ts";

export interface App {
  key: string;
  secret: string;
}

const GRANT = "urn:ietf:params:oauth:grant-type:token-exchange";
const TYPE = "urn:shopify:params:oauth:token-type:";

const bad = (error: string, description: string) => ({ status: 400, body: { error, error_description: description } });

/** As Shopify answers for a refresh token that was retired, and for every one once the app is uninstalled. */
const inactive = {
  status: 401,
  body: { error: "invalid_request", error_description: "This request requires an active refresh_token" },
};

/** POST /admin/oauth/access_token: token exchange, the move from lasting to expiring tokens, and refresh. */
export function answerTokenRequest(
  app: App,
  tokens: TokenStore,
  clock: Clock,
  shop: Shop,
  body: Record<string, unknown>,
) {
  const field = (name: string) => (typeof body[name] === "string" ? body[name] : "");
  if (field("client_id") !== app.key || field("client_secret") !== app.secret) {
    return bad("invalid_client", "Client authentication failed");
  }
  if (field("grant_type") === "refresh_token") {
    const answer = shop.installed ? tokens.rotate(shop, field("refresh_token")) : null;
    return answer ? { status: 200, body: answer } : inactive;
  }
  if (field("grant_type") !== GRANT)
    return bad("unsupported_grant_type", "The stand-in knows token exchange and refresh");
  const expiring = String(body["expiring"] ?? "0") === "1";
  if (field("subject_token_type") === `${TYPE}offline-access-token`) {
    const live = tokens.isLive(shop.domain, field("subject_token"));
    return live
      ? { status: 200, body: tokens.issueOffline(shop, expiring) }
      : bad("invalid_subject_token", "Unknown token");
  }
  const claims = readSessionToken(field("subject_token"), shop.domain, app, clock.now());
  if (!claims) return bad("invalid_subject_token", "The session token is not valid");
  const user = shop.staff.find(({ id }) => id === claims.sub);
  const online = field("requested_token_type") === `${TYPE}online-access-token`;
  if (online && !user) return bad("invalid_subject_token", "Nobody of the shop's staff has this id");
  shop.installed = true;
  if (online && user) return { status: 200, body: tokens.issueOnline(shop, user) };
  return { status: 200, body: tokens.issueOffline(shop, expiring) };
}
