import { adminAddress } from "./admin-address.ts";
import { onFrameEvent, page } from "./frame-channel.ts";
import { confirmLeave } from "./save-bar.ts";

/** Opens the page of the admin that a link in the app names. */
export function startOpen(): void {
  onFrameEvent("open", ({ url }) => {
    const own = url.startsWith(`${location.origin}/`) ? url : null;
    const target = adminAddress(url, page["store"] ?? "") ?? own;
    if (target) void confirmLeave().then((leaves) => leaves && location.assign(target));
  });
}
