/** `npm run sandbox`: everything on this machine, until Ctrl-C. */
import { fileURLToPath } from "node:url";
import { runUntilStopped } from "../scripts/launcher/run.ts";
import { DEV_SHOP } from "./dev-shop.ts";
import { openSandbox, SANDBOX_SECRET } from "./open.ts";
import { readOptions } from "./options.ts";

const say = (line: string) => console.log(line);
const dataFolder = fileURLToPath(new URL("../.data", import.meta.url));

process.exitCode = await runUntilStopped(async () => {
  const options = readOptions(process.argv.slice(2), {
    appPort: 3000,
    shopifyPort: 4000,
    printPort: 4100,
    productionSpeed: 4000,
  });
  const sandbox = await openSandbox({
    ...options,
    dataFolder,
    onStep: (step) => say(`${step} …`),
    onLine: (line) => say(`app | ${line}`),
  });
  say("");
  say("The sandbox is ready. Ctrl-C stops it.");
  say(`  app             ${sandbox.url}            (health: /readyz, figures: /metrics)`);
  say(`  Shopify         ${sandbox.shopifyUrl}            (what it holds: /_sandbox/state)`);
  say(
    `  print service   ${sandbox.printServiceUrl}${sandbox.press ? "            (what it holds: /_sandbox/state)" : ""}`,
  );
  say(`  dev shop        ${DEV_SHOP}; webhooks are signed with "${SANDBOX_SECRET}"`);
  say("  an order        npm run order                        (a ready-made one: --buyer japan, …)");
  say("  your payload    npm run order -- path/to/order.json   (as Shopify's orders/create sends it)");
  return sandbox;
}, say);
process.exit();
