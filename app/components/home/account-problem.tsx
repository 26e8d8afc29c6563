import type { Home } from "../../home/home.ts";
import { AccountBanner } from "../common/account-banner.tsx";
import { DateTime } from "../common/date-time.tsx";

/** Says that nothing can be sent, and why. The set-up guide, while it is there, asks for a first connection itself. */
export function AccountProblem({ account, showsGuide }: { account: Home["account"]; showsGuide: boolean }) {
  if (account.state === "rejected") {
    return (
      <AccountBanner status="account_rejected">
        Its e-mail or password is not accepted any more. Since <DateTime at={account.since} /> nothing is sent. Orders
        wait, and go on as soon as you have connected again.
      </AccountBanner>
    );
  }
  if (account.state === "none" && !showsGuide) {
    return <AccountBanner status="not_connected">Orders wait until you connect one. None is lost.</AccountBanner>;
  }
  return null;
}
