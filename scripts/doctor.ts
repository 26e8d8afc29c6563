/**
 * `npm run doctor`: checks the installation; `npm run doctor -- <shop>.myshopify.com`: that shop, too. Ends with 1 where a check
 * failed. See docs/operations.md.
 */
import { diagnosticsContext, systemContext } from "../app/composition/shop-context.server.ts";
import { createServices, type Services } from "../app/composition/services.server.ts";
import { env, EnvError } from "../app/config/env.server.ts";
import { explainShopResult, explainSystemResult, type Explanation } from "../app/components/diagnostics/check-copy.ts";
import type { Finding } from "../app/diagnostics/findings.ts";
import { diagnoseShop } from "../app/diagnostics/shop.ts";
import { diagnoseSystem } from "../app/diagnostics/system.ts";
import { createLog } from "../app/logging/log.server.ts";
import { readMigrations } from "../server/migrations/files.ts";

type Tone = Finding<string>["tone"];

const MARKS: Readonly<Record<Tone, string>> = {
  ok: "ok     ",
  off: "–      ",
  unknown: "unknown",
  warning: "warning",
  failed: "FAILED ",
};

const [domain] = process.argv.slice(2);

try {
  const services = createServices(env(), createLog("silent"));
  try {
    await services.open();
    const tones = [...(await printSystem(services)), ...(domain ? await printShop(services, domain) : [])];
    if (tones.includes("failed")) process.exitCode = 1;
  } finally {
    await services.close();
  }
} catch (error) {
  // Neither addresses nor keys may be quoted.
  console.error(
    error instanceof EnvError
      ? error.message
      : `Failed: ${(error as NodeJS.ErrnoException).code ?? (error as Error).name}`,
  );
  process.exitCode = 1;
}

async function printSystem({ core }: Services): Promise<Tone[]> {
  const migrations = (await readMigrations()).map(({ name }) => name);
  const results = await diagnoseSystem(systemContext(core, migrations));
  return results.map((result) => print(result.finding.tone, explainSystemResult(result)));
}

async function printShop({ core }: Services, domain: string): Promise<Tone[]> {
  const shop = await core.ctx.db.shop.findUnique({ where: { domain } });
  if (!shop) throw new EnvError("There is no such shop here. Name the shop by its myshopify.com domain.");
  console.log(`\n${domain}`);
  const results = await diagnoseShop(diagnosticsContext(core), shop);
  return results.map((result) => print(result.finding.tone, explainShopResult(result, core.env.supportUrl)));
}

function print(tone: Tone, { label, text }: Explanation): Tone {
  console.log(`${MARKS[tone]} ${label}: ${text}`);
  return tone;
}
