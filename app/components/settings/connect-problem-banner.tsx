import { Banner } from "@shopify/polaris";
import type { ConnectResult } from "../../settings/edit/connect-account.ts";
import { wrongSettingMessage, unreadableMessage } from "./connection-copy.ts";

interface Props {
  problem: Extract<ConnectResult, { outcome: "misconfigured" | "unreadable" }>;
  onRetry(): void;
}

/** Why an account could not be connected though nothing is wrong with what was typed. */
export function ConnectProblemBanner({ problem, onRetry }: Props) {
  const action = { content: "Try again", onAction: onRetry };
  return problem.outcome === "misconfigured" ? (
    <Banner tone="critical" title="Inkbridge isn't set up for this print service" action={action}>
      <p>{wrongSettingMessage(problem.setting)}</p>
    </Banner>
  ) : (
    <Banner tone="warning" title="Orders at the print service can't be read right now" action={action}>
      <p>
        {unreadableMessage(problem)} Nothing was changed. Try again in a moment. If this doesn&apos;t help, contact the
        print service.
      </p>
    </Banner>
  );
}
