import type { RegistrationView } from "../../print-accounts/webhooks/webhook-status.ts";
import { ConfirmModal } from "./confirm-modal.tsx";
import { KIND_WORDS } from "./copy.ts";
import type { Acts } from "./use-webhook-actions.ts";

/** What others notice is asked for first: replacing a foreign address, and switching ours off. */
export function AskFirst(props: {
  asking: "register" | "deactivate" | null;
  others: number;
  registration: RegistrationView;
  acts: Acts;
  onClose(): void;
}) {
  const { asking, others, acts, onClose } = props;
  const { kind, otherEndpoint } = props.registration;
  const shared = others > 0 ? " The other stores on this print account share it." : "";
  return (
    <>
      <ConfirmModal
        open={asking === "register"}
        title={`Send ${KIND_WORDS[kind].toLowerCase()} updates to this app?`}
        text={`This replaces ${otherEndpoint ?? "the other address"}. Whoever uses that address stops getting updates.${shared}`}
        label="Use this app's address"
        onClose={onClose}
        onDo={() => acts.wish({ act: "register", kind, ...(otherEndpoint ? { replacing: otherEndpoint } : {}) })}
      />
      <ConfirmModal
        open={asking === "deactivate"}
        title={`Deactivate ${KIND_WORDS[kind].toLowerCase()} updates?`}
        text={`The print service stops calling this address.${shared} No news is lost: the app keeps asking for it, but it arrives later.`}
        label="Deactivate"
        destructive
        onClose={onClose}
        onDo={() => acts.wish({ act: "switch", kind, active: false })}
      />
    </>
  );
}
