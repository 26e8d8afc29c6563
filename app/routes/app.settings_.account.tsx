import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { AccountPage } from "../components/settings/account-page.tsx";
import { COPY } from "../components/settings/copy.ts";
import { shopActionsContext } from "../composition/shop-context.server.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { mayReadAllOrders } from "../orders/core/order-access.ts";
import { overrideHistoryCheck } from "../orders/gap-recovery/backfill.ts";
import { disconnectPrintAccount } from "../print-accounts/print-accounts.ts";
import { INTERFACE_VERSIONS, type Login } from "../ports/print-service.ts";
import { ACCESS_TOKEN, connectAccount, connectPractice, testAccount, viewAccount } from "../settings-page/account.ts";
import { cancelMove, compareAgain, moveShop, viewMove } from "../settings-page/move-account.ts";
import { saveDraft, settingsSave, viewSettings } from "../settings-page/settings-draft.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const [settings, account, move] = await Promise.all([
    viewSettings(ctx, shop.id, "account"),
    viewAccount(ctx, shop.id),
    viewMove(ctx, shop.id),
  ]);
  return { settings, account, move, olderOrders: mayReadAllOrders(shop) };
}

/** The version of the interface that a person asks for. */
const version = z.enum(INTERFACE_VERSIONS).optional();

const bodySchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("connect"), email: z.string().trim(), password: z.string(), version }),
  z.strictObject({ action: z.literal("connect_token"), accessToken: z.string().trim(), version }),
  z.strictObject({ action: z.literal("move") }),
  z.strictObject({ action: z.literal("compare_again") }),
  z.strictObject({ action: z.literal("cancel_move") }),
  z.strictObject({ action: z.literal("use_practice") }),
  z.strictObject({ action: z.literal("test") }),
  z.strictObject({ action: z.literal("disconnect") }),
  z.strictObject({ action: z.literal("override_history_check") }),
  settingsSave,
]);

const email = z.email().max(254);
const STATUS = {
  connected: 200,
  comparing: 200,
  rejected: 422,
  other_version: 422,
  misconfigured: 422,
  unreadable: 503,
  unavailable: 503,
} as const;

/** `POST {action, …}`: an action on the shop's print account, or the changed fields of the form. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, ctx, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const connectWith = async (login: Login) => {
    const through = "version" in body ? body.version : undefined;
    const connected = await connectAccount(shopActionsContext(core), shop, login, { through, note: noteAction });
    return json(connected, STATUS[connected.outcome]);
  };
  switch (body.action) {
    case "save": {
      const saved = await saveDraft(shopActionsContext(core), shop.id, "account", body, noteAction);
      return json(saved, saved.outcome === "saved" ? 200 : 422);
    }
    case "test":
      return json({ outcome: "tested" as const, test: await testAccount(shopActionsContext(core), shop) });
    case "use_practice":
      await connectPractice(shopActionsContext(core), shop, noteAction);
      return json({ outcome: "practice" as const });
    case "disconnect":
      await disconnectPrintAccount(ctx, shop.domain, noteAction);
      return json({ outcome: "disconnected" as const });
    case "move": {
      const outcome = await moveShop(shopActionsContext(core), shop.id, noteAction);
      return json({ outcome }, outcome === "moved" ? 200 : 409);
    }
    case "compare_again":
      await compareAgain(ctx, shop.id);
      return json({ outcome: "done" as const });
    case "cancel_move":
      await cancelMove(ctx, shop.id, noteAction);
      return json({ outcome: "done" as const });
    case "override_history_check": {
      const isOverridden = await overrideHistoryCheck(ctx, shop.id, (tx) => noteAction(tx, "history_check_overridden"));
      return json({ outcome: isOverridden ? ("overridden" as const) : ("already_complete" as const) });
    }
    case "connect": {
      if (!email.safeParse(body.email).success || body.password.length > 1000 || body.password === "") {
        return json({ outcome: "incomplete" as const }, 422);
      }
      const { email: given, password } = body;
      return connectWith({ email: given, password });
    }
    case "connect_token": {
      const { accessToken } = body;
      return ACCESS_TOKEN.test(accessToken)
        ? connectWith({ accessToken })
        : json({ outcome: "incomplete" as const }, 422);
    }
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);

export const shouldRevalidate = revalidateUnlessFailed;

export const meta = () => [{ title: COPY.pages.account }];

export default function Account() {
  return <AccountPage {...useLoaderData<typeof loader>()} />;
}
