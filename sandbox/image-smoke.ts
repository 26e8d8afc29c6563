/**
 * `npm run image:smoke`: the app of .cache/image (from `npm run image:play`, or taken out of a built image) between the
 * sandbox's stand-ins: it becomes ready and takes an order from checkout to fulfilled.
 */
import { cpSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openDemo } from "./demo/demo.ts";
import { playPlain } from "./demo/stories.ts";
import { openSandbox } from "./open.ts";
import { readOptions } from "./options.ts";

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const script = pathOf(".cache/image/server.ts");
if (!existsSync(script)) throw new Error("There is no app in .cache/image: run `npm run image:play` first.");

const preload = ["reroute.ts", "rewrite-headers.ts"].map((file) => {
  const copy = pathOf(`.cache/image/sandbox/${file}`);
  cpSync(pathOf(`sandbox/${file}`), copy);
  return copy;
});

const log: string[] = [];
try {
  const sandbox = await openSandbox({
    ...readOptions([], { appPort: 0, shopifyPort: 0, printPort: 0, productionSpeed: 0 }),
    dataFolder: pathOf(".data/image"),
    otherApp: { script, preload },
    onStep: (step) => console.log(`${step} …`),
    onLine: (line) => log.push(line),
  });
  if (!sandbox.printService) throw new Error("The stand-in of the print service is missing.");
  await playPlain(openDemo(sandbox, sandbox.printService, console.log));
  await sandbox.stop();
} catch (error) {
  console.error(error, log.slice(-20).join("\n"));
  process.exitCode = 1;
}
process.exit();
