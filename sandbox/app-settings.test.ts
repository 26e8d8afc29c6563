import { expect, test } from "vitest";
import { appSettings } from "./app-settings.ts";

const AT = { appUrl: "http://app.test", shopifyUrl: "http://shopify.test", printServiceUrl: "http://print.test" };
const options = { prefix: "svc", tokenMethod: "post", getParams: "query" };
/** As the launcher starts the app: the sandbox's settings stand over the environment. */
const inProcess = (printServiceUrl: string | null, given: Record<string, string>) => ({
  ...given,
  ...appSettings({ ...options, printServiceUrl }, AT),
});

test("the lag of another print service is the one that was given, or the app's default", () => {
  const given = { PRINT_SERVICE_LAG_SECONDS: "120" };
  expect(inProcess("http://other.test", given)).toHaveProperty("PRINT_SERVICE_LAG_SECONDS", "120");
  expect(inProcess("http://other.test", {})).not.toHaveProperty("PRINT_SERVICE_LAG_SECONDS");
});

test("the stand-in's lag is short", () => {
  expect(inProcess(null, { PRINT_SERVICE_LAG_SECONDS: "600" })).toHaveProperty("PRINT_SERVICE_LAG_SECONDS", "15");
});
