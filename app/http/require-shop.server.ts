import { json } from "@remix-run/node";
import { ensureInstalled } from "../composition/shopify-app.server.ts";
import { readShop } from "../orders/core/shop-row.ts";
import { theServices } from "../composition/services.server.ts";
import { recordAccess, type OpenedData } from "../privacy/access-log/access-log.ts";
import { bearerToken } from "../shopify/id-token.ts";
import { authenticate } from "../shopify.server.ts";
import { denialText } from "../components/settings/permissions-copy.ts";
import { readDenied, type Denied } from "../shops/permissions.ts";
import { recordStaffAction, type NoteAction } from "../shops/staff-actions.ts";
import { neededPermissions } from "./action-permissions.server.ts";

/** The shop and the member of staff of an authenticated request, and the context for them. @throws Response */
export const requireShop = async (request: Request) => shopAndStaff(request, await authenticate.admin(request));

interface AdminAccess {
  session: { id: string; shop: string; scope?: string };
  sessionToken: { sub: string };
}

/**
 * The shop and the member of staff that the SDK found. A request that changes something needs the permission that
 * action-permissions.server.ts names, and is answered with 403 otherwise. `requestStaffName` is called after an action that the history of an order shows:
 * it makes the name known, and returns at once. `logAccess` is awaited before buyers' data is shown. `noteAction` goes to
 * whatever changes something outside the orders, whose history says so. `readDenied`: what the member of staff may not do.
 * @throws Response
 */
export async function shopAndStaff(request: Request, { session, sessionToken: { sub: userId } }: AdminAccess) {
  const shopContext = await shopForSession(session);
  const { core, shop } = shopContext;
  const idToken = bearerToken(request.headers.get("authorization"));
  // A page that Shopify opens has its token in the address.
  const anyToken = idToken ?? new URL(request.url).searchParams.get("id_token");
  const isAccountOwner = () => core.isAccountOwner({ shop, userId, idToken: anyToken });
  const findDenied = () => readDenied(core.ctx, { shopId: shop.id, userId }, isAccountOwner);
  await requirePermission(request, findDenied);
  const requestStaffName = (): void => {
    if (idToken) core.requestStaffName({ shop, userId, idToken });
  };
  const logAccess = async (opened: OpenedData): Promise<void> => {
    // The log shows names: one that is not known is asked for, as after an action.
    if (await recordAccess(core.ctx, { shopId: shop.id, userId }, opened)) requestStaffName();
  };
  const noteAction: NoteAction = async (tx, kind, data = {}) => {
    await recordStaffAction(core.ctx, tx, { shopId: shop.id, userId, kind, data });
    requestStaffName();
  };
  const access = { userId, isAccountOwner, readDenied: findDenied };
  return { ...shopContext, ...access, requestStaffName, logAccess, noteAction };
}

/** @throws Response 403 that says who may do what was asked for */
async function requirePermission(request: Request, readDenied: () => Promise<Denied>): Promise<void> {
  if (request.method === "GET" || request.method === "HEAD") return;
  const denied = await readDenied();
  if (Object.keys(denied).length === 0) return;
  const missing = (await neededPermissions(request)).find((permission) => denied[permission]);
  if (!missing) return;
  // The API and the extensions get no names.
  const names = /^\/app\/api\//i.test(new URL(request.url).pathname) ? [] : (denied[missing] ?? []);
  throw json({ message: denialText(missing, names) }, 403);
}

/** The installed shop of a session, and the context for it. @throws Response */
async function shopForSession(session: AdminAccess["session"]) {
  const { core } = theServices();
  const domain = session.shop;
  let shop = await readShop(core.ctx.sql, { domain });
  if (!shop || shop.uninstalledAt) {
    // Of a page that asks while the app is uninstalled, the session is gone by now: without a token the shop is not installed.
    if (!(await core.sessions.loadToken(session.id))) throw notInstalled();
    // Parts of a page are requested at once: one exchanges the token, the others may come before the shop is recorded.
    await ensureInstalled(core, domain, session.scope ?? "");
    shop = await readShop(core.ctx.sql, { domain });
  }
  if (!shop) throw notInstalled();
  return { core, ctx: core.ctx, shop };
}

const notInstalled = (): Response => json({ message: "The app is not installed in this shop." }, 404);

/** What was read of an order of the shop. @throws Response 404 where the shop has no such order */
export function requireOrder<Read>(read: Read | null): Read {
  if (read === null) throw new Response("This shop has no such order here.", { status: 404 });
  return read;
}
