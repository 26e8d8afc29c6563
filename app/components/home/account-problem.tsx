import type { Home } from "../../home/home.ts";
import { AccountBanner } from "../common/account-banner.tsx";
import { When } from "../common/date-time.tsx";

/** Says that nothing can be sent, and why. The set-up guide, while it is there, asks for a first connection itself. */
export function NothingSent({ account, guided }: { account: Home["account"]; guided: boolean }) {
  if (account.state === "refused") {
    return (
      <AccountBanner status="account_refused">
        Its e-mail or password is not accepted any more. Since <When at={account.since} /> nothing is sent. Orders wait,
        and go on as soon as you have connected again.
      </AccountBanner>
    );
  }
  if (account.state === "none" && !guided) {
    return <AccountBanner status="not_connected">Orders wait until you connect one. None is lost.</AccountBanner>;
  }
  return null;
}
