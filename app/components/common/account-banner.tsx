import { Banner } from "@shopify/polaris";
import type { ReactNode } from "react";

const BANNERS = {
  not_connected: {
    tone: "warning",
    title: "No print account is connected",
    action: { content: "Connect the print service", url: "/app/settings#print-account" },
  },
  account_rejected: {
    tone: "critical",
    title: "The print service refuses the print account",
    action: { content: "Connect again", url: "/app/settings#print-account" },
  },
} as const;

/** Nothing can be asked of the print service; `children` say what that means on this page. */
export function AccountBanner({ status, children }: { status: keyof typeof BANNERS; children: ReactNode }) {
  return (
    <Banner {...BANNERS[status]}>
      <p>{children}</p>
    </Banner>
  );
}
