import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { onlyForRelease } from "../tests/support/release.ts";

const HERE = new URL(".", import.meta.url);
const MARKER = "shpat_marker_of_a_token";

/** Runs a script as a module of its own, beside the modules of this folder. */
function run(script: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd: fileURLToPath(HERE) });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said: output })));
}

const listening = `
  import { stopOnSignal } from "${HERE.href}stop.ts";
  import { createLog } from "${new URL("../app/logging/log.server.ts", HERE).href}";
  stopOnSignal(createLog("info"), []);
  setInterval(() => {}, 1000);
  const error = new Error("refused: ${MARKER}", { cause: { headers: { authorization: "Bearer ${MARKER}" } } });
`;

test.each([
  ["an error that nobody caught", `setTimeout(() => { throw error; });`],
  ["an object with a token", `Promise.reject({ message: "${MARKER}", headers: { authorization: "${MARKER}" } });`],
  ...onlyForRelease([
    ["a promise that nobody caught", `Promise.reject(error);`],
    ["something thrown that is no error", `Promise.reject("${MARKER}");`],
  ]),
])("%s ends the process with 1, and its message is not logged", async (_what, failure) => {
  const { code, said: output } = await run(listening + failure);
  expect(code).toBe(1);
  expect(output).toContain("an error that nobody caught");
  expect(output).not.toContain(MARKER);
});

test.each([
  ["that nobody foresaw", `Object.assign(new TypeError("Invalid URL"), { input: "postgresql://user:${MARKER}@host" })`],
  ...onlyForRelease([
    ["whose words quote an address", `new Error("cannot reach postgresql://user:${MARKER}@host")`],
    ["with a cause", `new Error("x", { cause: new Error("${MARKER}") })`],
  ]),
])("an error at the start %s is logged by its kind alone", async (_what, error) => {
  const script = `import { run } from "${HERE.href}run.ts"; await run(() => Promise.reject(${error}));`;
  const { code, said: output } = await run(script);
  expect(code).toBe(1);
  expect(output).toMatch(/could not start: (Type)?Error/);
  expect(output).not.toContain(MARKER);
});

test("what a person can fix at the start is said in words", async () => {
  const startError = `import { StartError } from "${HERE.href}start-error.ts"; import { run } from "${HERE.href}run.ts";
    await run(() => Promise.reject(new StartError("Port 3000 is taken.")));`;
  expect(await run(startError)).toEqual({ code: 1, said: "Port 3000 is taken.\n" });
});
