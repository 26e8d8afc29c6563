import { Counter, type Registry } from "prom-client";

/** Versions of Shopify's API that answered, or made a webhook. */
export function createApiVersionMetrics(registry: Registry): (source: string, version: string) => void {
  const versions = new Counter({
    name: "inkbridge_shopify_api_version_total",
    help: "Answers of Shopify's Admin API and signed webhooks, by source (admin_api, webhook) and the API version that made them.",
    labelNames: ["source", "version"],
    registers: [registry],
  });
  return (source, version) => versions.inc({ source, version });
}
