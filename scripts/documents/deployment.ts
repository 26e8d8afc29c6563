/** Dockerfile, compose.yaml and package.json name and say what they mean. */
import pg from "pg";
import { exists, matches, read } from "./files.ts";

export function checkImage(): string[] {
  const sources = matches(read("Dockerfile"), /^COPY (?:--from=build )?(.+) \S+$/gm).flatMap((list) => list.split(" "));
  const made = ["build", "node_modules"];
  const paths = sources.map((path) => path.replace(/^\/app\//, "")).filter((path) => !made.includes(path));
  const missing = paths.filter((path) => !exists(path)).map((path) => `Dockerfile copies ${path}: no such file`);
  return paths.length > 5 ? missing : ["Dockerfile copies few files", ...missing];
}

/** A password of any characters reaches PostgreSQL: the password stands apart from the address. */
export function checkComposePassword(): string[] {
  const password = "a/b#c%d@e:f?";
  const compose = read("compose.yaml");
  const value = (name: string) =>
    new RegExp(`^ +${name}: (.*)$`, "m").exec(compose)?.[1]?.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, password);
  const before = process.env.PGPASSWORD;
  process.env.PGPASSWORD = value("PGPASSWORD");
  const { host, user, database, password: known } = new pg.Client({ connectionString: value("DATABASE_URL") });
  if (before === undefined) delete process.env.PGPASSWORD;
  else process.env.PGPASSWORD = before;
  const reached = [host, user, database, known].join(" ");
  const wanted = ["postgres", "inkbridge", "inkbridge", password].join(" ");
  return reached === wanted ? [] : [`compose.yaml: the app would connect with ${reached}, not with ${wanted}`];
}

/** Of two programs in a row the last one takes the shell's process: npm's signals reach the program, and nothing else stays. */
export function checkScriptsHandOver(): string[] {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const ofTwo = Object.entries(scripts).filter(([, line]) => line.includes(" && "));
  const wrong = ofTwo.filter(([, line]) => !line.split(" && ").at(-1)?.startsWith("exec "));
  const findings = wrong.map(([name]) => `package.json: the last command of "${name}" needs exec`);
  return ofTwo.length > 5 ? findings : ["package.json has few scripts of two commands", ...findings];
}
