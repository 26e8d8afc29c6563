import { randomBytes } from "node:crypto";
import type { Shop, StaffMember } from "../model.ts";
import type { Clock } from "../store.ts";

interface AccessToken {
  shop: string;
  kind: "offline" | "online";
  expiresAt: number;
  revoked: boolean;
}

interface RefreshToken {
  shop: string;
  expiresAt: number;
  /** The one that it was given for. */
  before: RefreshToken | null;
  retired: boolean;
}

export interface RefreshLogEntry {
  shop: string;
  at: Date;
  outcome: "rotated" | "already used" | "unknown" | "expired";
}

const ACCESS_SECONDS = 3600;
const ONLINE_SECONDS = 86_399;
const REFRESH_SECONDS = 90 * 24 * 3600;

/**
 * The tokens that the stand-in gave out. shopify: a refresh token that was used may be used again, for an answer that
 * was lost, until the token that replaces it is used.
 */
export class TokenStore {
  readonly refreshes: RefreshLogEntry[] = [];
  readonly #clock: Clock;
  readonly #access = new Map<string, AccessToken>();
  readonly #refresh = new Map<string, RefreshToken>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Offline tokens. Without `expiring`, the old kind that lives until the app is uninstalled. */
  issueOffline(shop: Shop, expiring: boolean, before: RefreshToken | null = null) {
    const access = this.#issue(shop, "offline", expiring ? ACCESS_SECONDS : Infinity);
    const answer = { access_token: access, scope: shop.scopes.join(",") };
    if (!expiring) return answer;
    const refresh = `shprt_${randomBytes(16).toString("hex")}`;
    this.#refresh.set(refresh, { shop: shop.domain, expiresAt: this.#in(REFRESH_SECONDS), before, retired: false });
    return { ...answer, expires_in: ACCESS_SECONDS, refresh_token: refresh, refresh_token_expires_in: REFRESH_SECONDS };
  }

  issueOnline(shop: Shop, user: StaffMember) {
    const scope = shop.scopes.join(",");
    return {
      access_token: this.#issue(shop, "online", ONLINE_SECONDS),
      scope,
      expires_in: ONLINE_SECONDS,
      associated_user_scope: scope,
      associated_user: {
        id: Number(user.id),
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        account_owner: user.accountOwner,
        locale: "en",
        collaborator: false,
        email_verified: true,
      },
    };
  }

  /** Gives new tokens for a refresh token that is not retired, and retires the one before it. */
  rotate(shop: Shop, token: string) {
    const found = this.#refresh.get(token);
    const outcome = !found || found.shop !== shop.domain ? "unknown" : this.#state(found);
    this.refreshes.push({ shop: shop.domain, at: this.#clock.now(), outcome });
    if (!found || outcome !== "rotated") return null;
    if (found.before) found.before.retired = true;
    return this.issueOffline(shop, true, found);
  }

  isLive(shop: string, token: string): boolean {
    const found = this.#access.get(token);
    return (
      found !== undefined && found.shop === shop && !found.revoked && found.expiresAt > this.#clock.now().getTime()
    );
  }

  /** An app that is uninstalled loses all its tokens. */
  revokeAll(shop: string): void {
    for (const token of this.#access.values()) if (token.shop === shop) token.revoked = true;
    for (const [token, { shop: owner }] of this.#refresh) if (owner === shop) this.#refresh.delete(token);
  }

  #issue(shop: Shop, kind: AccessToken["kind"], seconds: number): string {
    const token = `${kind === "offline" ? "shpat" : "shpua"}_${randomBytes(16).toString("hex")}`;
    this.#access.set(token, { shop: shop.domain, kind, expiresAt: this.#in(seconds), revoked: false });
    return token;
  }

  #state(token: RefreshToken): "rotated" | "already used" | "expired" {
    if (token.retired) return "already used";
    return token.expiresAt > this.#clock.now().getTime() ? "rotated" : "expired";
  }

  #in(seconds: number): number {
    return this.#clock.now().getTime() + seconds * 1000;
  }
}
