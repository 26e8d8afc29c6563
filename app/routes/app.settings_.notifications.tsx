import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { COPY } from "../components/settings/notifications-copy.ts";
import { NotificationsView } from "../components/settings/notifications-view.tsx";
import { notificationsContext } from "../composition/shop-context.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { listChannels } from "../notifications/channels.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  const { core, shop } = await requireShop(request);
  const ctx = notificationsContext(core);
  return { channels: await listChannels(ctx, shop.id), sendsEmail: ctx.notifier.sendsEmail };
}

export const shouldRevalidate = revalidateUnlessFailed;
export const meta = () => [{ title: COPY.title }];

export default function Notifications() {
  return <NotificationsView {...useLoaderData<typeof loader>()} />;
}
