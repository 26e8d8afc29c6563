/** `npm run sandbox`: the app and both stand-ins, until Ctrl-C. */
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
    inboxPort: 4200,
    productionSpeed: 4000,
  });
  const sandbox = await openSandbox({
    ...options,
    dataFolder,
    onStep: (step) => say(`${step} …`),
    onLine: (line) => say(`app | ${line}`),
  });
  const [app, shop, printService] = [sandbox.url, sandbox.shopifyUrl, sandbox.printServiceUrl];
  const dim = (line: string) => say(process.stdout.isTTY ? `\u001b[2m${line}\u001b[22m` : line);
  say("");
  say(`The sandbox is ready. Open ${shop}/`);
  say("");
  dim(
    `  app ${app} · print service ${printService} · emails ${sandbox.inbox.url} · shop ${DEV_SHOP}, webhooks signed with "${SANDBOX_SECRET}"`,
  );
  dim(
    "  place orders from the terminal: npm run order [-- --buyer japan | path/to/order.json] · Ctrl-C stops the sandbox",
  );
  return sandbox;
}, say);
process.exit();
