import type { SandboxOptions } from "./options.ts";

/** Public: the key to sign a webhook for the sandbox by hand. */
export const SANDBOX_SECRET = "sandbox-secret";
export const SANDBOX_KEY = "sandbox-app";
const SCOPES =
  "read_orders,read_products,write_merchant_managed_fulfillment_orders,write_third_party_fulfillment_orders";
/** The stand-in lists an order at once. */
const STAND_IN_LAG_SECONDS = "15";

type PrintServiceOptions = Pick<SandboxOptions, "printServiceUrl" | "prefix" | "tokenMethod" | "getParams">;

/**
 * Settings of the app in the sandbox, which stand over those of the environment. How late another print service lists
 * an order is not known here: PRINT_SERVICE_LAG_SECONDS stays as it was given, or the app's default.
 */
export function appSettings(
  { printServiceUrl: other, prefix, tokenMethod, getParams }: PrintServiceOptions,
  at: { appUrl: string; shopifyUrl: string; printServiceUrl: string; inbox?: { url: string; smtpPort: number } },
): Record<string, string> {
  return {
    SHOPIFY_API_KEY: SANDBOX_KEY,
    SHOPIFY_API_SECRET: SANDBOX_SECRET,
    SHOPIFY_APP_URL: at.appUrl,
    SCOPES,
    PRINT_SERVICE_URL: at.printServiceUrl,
    PRINT_SERVICE_PREFIX: prefix,
    PRINT_SERVICE_TOKEN_METHOD: tokenMethod,
    PRINT_SERVICE_GET_PARAMS: getParams,
    ...(other === null ? { PRINT_SERVICE_LAG_SECONDS: STAND_IN_LAG_SECONDS } : {}),
    INKBRIDGE_SHOPIFY_STANDIN: at.shopifyUrl,
    ...(at.inbox && inboxSettings(at.inbox)),
    APP_BRIDGE_URL: `${at.shopifyUrl}/app-bridge.js`,
    ROLE: "all",
  };
}

/** Emails and webhook messages end in the inbox. */
export const inboxSettings = ({ url, smtpPort }: { url: string; smtpPort: number }): Record<string, string> => ({
  INKBRIDGE_INBOX_STANDIN: url,
  SMTP_HOST: "127.0.0.1",
  SMTP_PORT: String(smtpPort),
  SMTP_TLS: "none",
  SMTP_FROM: "Inkbridge <notifications@inkbridge.example>",
});
