import { Banner } from "@shopify/polaris";
import type { ReactNode } from "react";
import { COPY } from "./copy.ts";

const TONES = { not_connected: "warning", account_rejected: "critical" } as const;

/** Says that the print service can't be reached with an account; `children` say what follows on this page. */
export function AccountBanner({ status, children }: { status: keyof typeof TONES; children: ReactNode }) {
  const { title, action } = COPY.account[status];
  return (
    <Banner tone={TONES[status]} title={title} action={{ content: action, url: "/app/settings#print-account" }}>
      <p>{children}</p>
    </Banner>
  );
}
