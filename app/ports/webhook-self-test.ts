import type { RegistrationKind } from "./print-service.ts";

/**
 * An event as the print service would send it to a registered address (print-service: trackingAdded,
 * orderStatusChanged).
 */
export interface SelfTestWebhook {
  kind: RegistrationKind;
  endpoint: string;
  accessKey: string;
  accessToken: string;
  reference: string;
}

/** The answer of the endpoint, or why none came. */
export type SelfTestResult = { httpStatus: number; ms: number } | { failed: "unreachable" | "timeout"; ms: number };

/** Calls one of our endpoints from outside. Never throws, follows no redirect, and waits ten seconds at most. */
export type SendSelfTest = (webhook: SelfTestWebhook) => Promise<SelfTestResult>;
