import { expect, it } from "vitest";
import { configurationFindings } from "./findings.ts";
import { readAppConfiguration, readExtensions } from "./read.ts";

const subscription = (topic: string) => ({ topics: [topic], uri: `/webhooks/${topic}` });
const compliance = { compliance_topics: ["customers/data_request", "customers/redact", "shop/redact"] };
const APP = {
  application_url: "https://inkbridge.example.com",
  access_scopes: { scopes: "read_orders,read_products" },
  auth: { redirect_urls: ["https://inkbridge.example.com/auth/callback"] },
  webhooks: {
    api_version: "2026-10",
    subscriptions: [subscription("orders/create"), { ...compliance, uri: "/webhooks/compliance" }],
  },
};
const extension = (handle: string, apiVersion: string) =>
  readExtensions(`extensions/${handle}`, {
    api_version: apiVersion,
    extensions: [{ handle, name: "Name", type: "ui_extension" }],
  });
const findings = (over: object, extensions = extension("block", "2026-07")) =>
  configurationFindings(readAppConfiguration({ ...APP, ...over }), extensions, "read_products,read_orders");

it("a configuration that Shopify takes has no findings", () => {
  expect(findings({})).toEqual([]);
});

it.each([
  ["a scope that the process does not ask for", { access_scopes: { scopes: "read_orders" } }, /SCOPES of \.env/],
  ["an unknown kind of scope", { access_scopes: { scopes: "orders" } }, /"orders" is no access scope/],
  ["an address without TLS", { application_url: "http://inkbridge.example.com" }, /not https/],
  ["a redirect to elsewhere", { auth: { redirect_urls: ["https://other.example.com/"] } }, /not below application_url/],
  ["an API version that never was", { webhooks: { ...APP.webhooks, api_version: "2026-11" } }, /is no API version/],
  ["no privacy webhooks", { webhooks: { ...APP.webhooks, subscriptions: [] } }, /mandatory shop\/redact/],
])("%s is found", (_, over, message) => {
  expect(findings(over).join("\n")).toMatch(message);
});

it("two extensions under one handle, or of different versions, are found", () => {
  const two = [...extension("block", "2026-07"), ...extension("block", "2026-10")];
  expect(findings({}, two)).toEqual([
    "The handle block is used twice.",
    "Extensions use several API versions: 2026-07, 2026-10.",
  ]);
});
