/**
 * `npm run demo`: four orders from checkout to fulfillment, seen from both sides. The exit code is 0 only if every
 * check passes.
 */
import { fileURLToPath } from "node:url";
import { playAddressProblem, playLostAnswer, playMixed, playPlain } from "./demo/stories.ts";
import { verifyOutcome } from "./demo/verify-outcome.ts";
import { openDemo } from "./demo/demo.ts";
import { openSandbox } from "./open.ts";
import { readOptions } from "./options.ts";

const say = (line: string) => console.log(line);
const dataFolder = fileURLToPath(new URL("../.data/demo", import.meta.url));

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

try {
  const options = readOptions(process.argv.slice(2), { appPort: 0, shopifyPort: 0, printPort: 0, productionSpeed: 0 });
  const appLog: string[] = [];
  const sandbox = await openSandbox({
    ...options,
    dataFolder,
    onStep: (step) => say(`${step} …`),
    onLine: (line) => appLog.push(line),
  });
  let isOver = false;
  void sandbox.broken.then((how) => {
    if (isOver) return;
    console.error(`The ${how}.\n${appLog.slice(-20).join("\n")}`);
    process.exit(1);
  });
  if (!sandbox.printService)
    throw new Error(
      "The demo also plays the printer, so it needs the stand-in of the print service. Use npm run sandbox with --print-service instead.",
    );
  const demo = openDemo(sandbox, sandbox.printService, say);
  try {
    for (const play of [playPlain, playMixed, playAddressProblem, playLostAnswer]) await play(demo);
    const allCorrect = await verifyOutcome(demo);
    process.exitCode = allCorrect ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(appLog.slice(-20).join("\n"));
    process.exitCode = 1;
  }
  isOver = true;
  await sandbox.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();
