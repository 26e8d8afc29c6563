/**
 * `npm run shop:erase -- <shop>.myshopify.com`: erases an uninstalled shop on the operator's word, see
 * docs/operations.md.
 */
import { shopLifecycleContext } from "../app/composition/shop-context.server.ts";
import { env, EnvError } from "../app/config/env.server.ts";
import { createLog } from "../app/logging/log.server.ts";
import { RemoteError } from "../app/ports/errors.ts";
import { createServices } from "../app/composition/services.server.ts";
import { eraseOnCommand } from "../app/privacy/redact-shop.ts";

const MESSAGES = {
  erased: "Everything of the shop was erased.",
  installed: "The app is installed in that shop: nothing was erased.",
  unknown_shop: "There is no such shop here.",
};

const [domain = ""] = process.argv.slice(2);

try {
  if (!domain.endsWith(".myshopify.com")) throw new EnvError("Name the shop by its myshopify.com domain.");
  const services = createServices(env(), createLog("warn"));
  try {
    await services.open();
    const erased = await eraseOnCommand(shopLifecycleContext(services.core), domain);
    console.log(MESSAGES[erased]);
    if (erased !== "erased") process.exitCode = 1;
  } finally {
    await services.close();
  }
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}

/** The message may hold an address, or another system's words. */
function errorMessage(error: unknown): string {
  if (error instanceof EnvError) return error.message;
  if (error instanceof RemoteError) return "Shopify gave no clear answer: nothing was erased. Try again later.";
  return `Failed: ${(error as NodeJS.ErrnoException).code ?? (error as Error).name}`;
}
