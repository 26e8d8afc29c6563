import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/settings/copy.ts";
import { SettingsView } from "../components/settings/settings-view.tsx";
import { shopActionsContext } from "../composition/shop-context.server.ts";
import { offersDryRun } from "../dry-run/read-dry-run.ts";
import { readSendingPause } from "../orders/pages/list/sending-pause.ts";
import { viewAccount } from "../settings-page/account.ts";
import { saveDraft, viewSettings } from "../settings-page/settings-draft.ts";
import { readAnyJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const [settings, account, offersRun, pause] = await Promise.all([
    viewSettings(ctx, shop.id),
    viewAccount(ctx, shop.id),
    offersDryRun(ctx, shop.id),
    readSendingPause(ctx, shop),
  ]);
  return { settings, account, offersRun, pause };
}

/** `POST {…}`: the changed fields of the form, as typed. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, shop } = await requireShop(request);
  const input: unknown = await readAnyJson(request);
  const saved = await saveDraft(shopActionsContext(core), shop.id, input);
  return json(saved, saved.outcome === "saved" ? 200 : 422);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);

export const shouldRevalidate = revalidateUnlessFailed;

export const meta = () => [{ title: COPY.title }];

export default function Settings() {
  return <SettingsView {...useLoaderData<typeof loader>()} />;
}
