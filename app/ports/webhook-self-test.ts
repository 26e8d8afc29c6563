import type { RegistrationKind } from "./print-service.ts";

/** An event as the print service would send it to a registered address (print-service: trackingAdded, orderStatusChanged). */
export interface SelfTestWebhook {
  kind: RegistrationKind;
  endpoint: string;
  accessKey: string;
  accessToken: string;
  reference: string;
}

/** What the address answered; unreachable and timeout where nothing did. Milliseconds. */
export type SelfTestResult = { httpStatus: number; ms: number } | { failed: "unreachable" | "timeout"; ms: number };

/** Calls an address of our own from outside. Never throws, follows no redirect, and waits ten seconds at most. */
export type SendSelfTest = (webhook: SelfTestWebhook) => Promise<SelfTestResult>;
