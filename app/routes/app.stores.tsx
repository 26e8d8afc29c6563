import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { STORES } from "../components/home/stores-copy.ts";
import { StoresView, type StoresAnswer } from "../components/home/stores-view.tsx";
import { readAllStores } from "../home/all-stores.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { storeLinkIdSchema } from "../ports/ids.ts";
import { createLinkCode, endLink, enterLinkCode, readLinkedShops } from "../shops/store-links.ts";
import { appBridge } from "../shopify.server.ts";

/** The counts of this store and of those that it is linked with, and the links. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const [stores, linked] = await Promise.all([
    readAllStores(ctx, shop.id, appBridge.apiKey),
    readLinkedShops(ctx, shop.id),
  ]);
  // Without the other shop's id: only the link is named.
  return { stores, links: linked.map(({ shopId: _, ...link }) => link) };
}

const bodySchema = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("create_code") }),
  z.strictObject({ intent: z.literal("enter_code"), code: z.string().max(100) }),
  z.strictObject({ intent: z.literal("end_link"), id: storeLinkIdSchema }),
]);

/** `POST {intent, …}`: makes a code, links the store whose code was entered, or ends a link. Refusals are answers. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, userId, requestStaffName } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const staff = { shopId: shop.id, userId };
  requestStaffName();
  switch (body.intent) {
    case "create_code":
      return json<StoresAnswer>({ ...body, ...(await createLinkCode(ctx, staff)) });
    case "enter_code":
      return json<StoresAnswer>({ intent: body.intent, outcome: await enterLinkCode(ctx, staff, body.code) });
    case "end_link":
      await endLink(ctx, staff, body.id);
      return json<StoresAnswer>({ intent: body.intent, outcome: "ended" });
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;
export const meta = () => [{ title: STORES.title }];

export default function Stores() {
  return <StoresView {...useLoaderData<typeof loader>()} />;
}
