import { useState } from "react";
import type { AccountView } from "../../settings/edit/view-account.ts";
import { AccountConnected } from "./account-connected.tsx";
import { AccountForm } from "./account-form.tsx";
import { Section } from "./section.tsx";

/** The shop's account at the print service. */
export function AccountSection({ account }: { account: AccountView }) {
  const [changing, setChanging] = useState(false);
  const done = () => setChanging(false);
  return (
    <Section
      id="print-account"
      title="Print service"
      description="The account that your orders are sent with. Its password is kept encrypted."
    >
      {account.state === "none" || changing ? (
        <AccountForm onConnected={done} onCancel={account.state === "none" ? undefined : done} />
      ) : (
        <AccountConnected account={account} onChange={() => setChanging(true)} />
      )}
    </Section>
  );
}
