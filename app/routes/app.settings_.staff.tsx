import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { STAFF } from "../components/settings/permissions-copy.ts";
import { PermissionsView } from "../components/settings/permissions-view.tsx";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { MAX_CHOSEN, readPermissions, savePermissions } from "../shops/permissions.ts";
import { listStaff } from "../shops/staff-names.ts";

/** Who may approve, map, pay, and change settings. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop, userId, requestStaffName } = await requireShop(request);
  requestStaffName();
  const [permissions, staff] = await Promise.all([readPermissions(ctx, shop.id), listStaff(ctx, shop.id)]);
  return { permissions, staff, me: userId };
}

const users = z
  .array(z.string().regex(/^\d{1,20}$/))
  .min(1)
  .max(MAX_CHOSEN)
  .nullable();
const permissions = z.strictObject({ approve: users, map: users, pay: users, settings: users });
const bodySchema = z.strictObject({ wanted: permissions, seen: permissions });

const STATUS = { saved: 200, changed: 409, unknown_staff: 422, own_removed: 422 } as const;

/** `POST {wanted, seen}`: saves who has each permission; null is everyone. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, userId, isAccountOwner, noteAction } = await requireShop(request);
  const { wanted, seen } = await readJson(request, bodySchema);
  const person = { shopId: shop.id, userId, accountOwner: await isAccountOwner() };
  const outcome = await savePermissions(ctx, person, wanted, seen, noteAction);
  return json({ outcome }, STATUS[outcome]);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) => catchFailure(serverAction);
export const shouldRevalidate = revalidateUnlessFailed;
export const meta = () => [{ title: STAFF.title }];

export default function StaffPermissions() {
  return <PermissionsView {...useLoaderData<typeof loader>()} />;
}
