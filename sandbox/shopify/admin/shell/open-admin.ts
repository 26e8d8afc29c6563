import { adminAddress } from "./admin-address.ts";
import { onNews, page } from "./frame-channel.ts";
import { mayLeave } from "./save-bar.ts";

/** Leads the admin where a link in the app wants to. */
export function startOpen(): void {
  onNews("open", ({ url }) => {
    const own = url.startsWith(`${location.origin}/`) ? url : null;
    const target = adminAddress(url, page["store"] ?? "") ?? own;
    if (target) void mayLeave().then((leaves) => leaves && location.assign(target));
  });
}
