import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { COPY } from "../components/common/copy.ts";
import { OverviewView } from "../components/settings/overview-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { countChannels } from "../notifications/channels.ts";
import { isSendingPaused } from "../orders/core/sending-plan.ts";
import { settingsToReview, unreadableSettings } from "../settings/settings.ts";
import { readPermissions } from "../shops/permissions.ts";
import { readLinkedShops } from "../shops/store-links.ts";
import { viewAccount } from "../settings-page/account.ts";
import { toDraft } from "../settings-page/settings-draft.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const [account, channels, permissions, stores] = await Promise.all([
    viewAccount(ctx, shop.id),
    countChannels(ctx, shop.id),
    readPermissions(ctx, shop.id),
    readLinkedShops(ctx, shop.id),
  ]);
  const settings = settingsToReview(shop.settings);
  const chosen = Object.values(permissions);
  const now = ctx.clock.now();
  return {
    settings: toDraft(settings, shop.goLiveAt, shop.timezone),
    unreadable: unreadableSettings(shop.settings),
    rules: settings.rules.filter(({ on }) => on).length,
    account,
    channels,
    permissions: { limited: chosen.filter((staff) => staff !== null).length, all: chosen.length },
    stores: stores.length,
    paused: isSendingPaused(now, shop),
  };
}

export const meta = () => [{ title: COPY.settings }];

export default function Settings() {
  return <OverviewView {...useLoaderData<typeof loader>()} />;
}
