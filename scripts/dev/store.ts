/**
 * `npm run dev:store`, as Shopify CLI runs it (shopify.web.toml): the app from its sources for a real store, with a
 * database and a Redis of its own that keep what they know in .data/store. Settings of the process come from .env.
 */
import { fileURLToPath } from "node:url";
import { launch } from "../launcher/launch.ts";
import { runUntilStopped } from "../launcher/run.ts";
import { storeSettings } from "./store-settings.ts";

const DATA = fileURLToPath(new URL("../../.data/store", import.meta.url));
const DEV_APP = fileURLToPath(new URL("./app.ts", import.meta.url));
const say = (line: string) => console.log(line);

process.exitCode = await runUntilStopped(async () => {
  const settings = storeSettings(process.env, `${DATA}/credentials-key`);
  const launched = await launch({
    ...settings,
    script: DEV_APP,
    dataFolder: DATA,
    onStep: (step) => say(`${step} …`),
    onLine: say,
  });
  say(`Inkbridge is ready behind ${settings.env.SHOPIFY_APP_URL}. Open it in the store's admin.`);
  return launched;
}, say);
process.exit();
