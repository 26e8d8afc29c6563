import { Banner } from "@shopify/polaris";
import type { Connected } from "../../settings/edit/connect-account.ts";
import { misfitWords, unreadableWords } from "./connection-copy.ts";

interface Props {
  unusable: Extract<Connected, { outcome: "misconfigured" | "unreadable" }>;
  onRetry(): void;
}

/** Why an account could not be connected though nothing is wrong with what was typed. */
export function UnusableBanner({ unusable, onRetry }: Props) {
  const action = { content: "Try again", onAction: onRetry };
  return unusable.outcome === "misconfigured" ? (
    <Banner tone="critical" title="Inkbridge isn't set up for this print service" action={action}>
      <p>{misfitWords(unusable.setting)}</p>
    </Banner>
  ) : (
    <Banner tone="warning" title="Orders at the print service can't be read right now" action={action}>
      <p>
        {unreadableWords(unusable)} Nothing was changed. Try again in a moment. If this doesn&apos;t help, contact the
        print service.
      </p>
    </Banner>
  );
}
