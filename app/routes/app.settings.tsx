import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COPY } from "../components/common/copy.ts";
import { OverviewView } from "../components/settings/overview-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { countChannels } from "../notifications/channels.ts";
import { isSendingPaused } from "../orders/core/sending-plan.ts";
import { viewAccount } from "../settings-page/account.ts";
import { viewSettings } from "../settings-page/settings-draft.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const [{ draft, unreadable }, account, channels] = await Promise.all([
    viewSettings(ctx, shop.id),
    viewAccount(ctx, shop.id),
    countChannels(ctx, shop.id),
  ]);
  return { settings: draft, unreadable, account, channels, paused: isSendingPaused(ctx.clock.now(), shop) };
}

export const meta = () => [{ title: COPY.settings }];

export default function Settings() {
  return <OverviewView {...useLoaderData<typeof loader>()} />;
}
