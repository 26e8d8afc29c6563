import { persistentKey } from "../launcher/persistent-key.ts";

/** What Shopify CLI sets for `shopify app dev` (read in @shopify/cli 4.8.2); HOST there is the tunnel's address. */
const OF_CLI = ["SHOPIFY_API_KEY", "SHOPIFY_API_SECRET", "SCOPES", "PORT"] as const;

export interface StoreSettings {
  port: number;
  env: Record<string, string>;
}

/**
 * Settings of the app for a real store: the CLI's, and those of `.env` as they are.
 * @throws Error that names the missing settings
 */
export function storeSettings(given: Readonly<Record<string, string | undefined>>, keyFile: string): StoreSettings {
  const appUrl = given.HOST?.startsWith("http") ? given.HOST : (given.APP_URL ?? given.SHOPIFY_APP_URL);
  const missing = OF_CLI.filter((name) => !given[name]);
  if (missing.length > 0 || !appUrl) {
    throw new Error(
      `This is started by Shopify CLI: type \`npx @shopify/cli app dev\` (docs/real-store.md).\n` +
        `Not set: ${[...missing, ...(appUrl ? [] : ["HOST"])].join(", ")}. For a try without a store: npm run dev`,
    );
  }
  if (!given.PRINT_SERVICE_URL) {
    throw new Error(
      "The print service's address is not known. Put it into the file .env in the project's folder, for example:\n" +
        "  PRINT_SERVICE_URL=https://api.print-service.example.com\n" +
        "and start again. The other settings are in .env.example.",
    );
  }
  const own = Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => !!entry[1]));
  const CREDENTIALS_KEY = given.CREDENTIALS_KEY || persistentKey(keyFile);
  // Loopback, where the tunnel ends; the CLI's HOST means something else than ours.
  return { port: Number(given.PORT), env: { ...own, SHOPIFY_APP_URL: appUrl, HOST: "127.0.0.1", CREDENTIALS_KEY } };
}
