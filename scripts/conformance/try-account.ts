import { createApiCall } from "./api-call.ts";
import { collectFindings } from "./findings.ts";
import type { Finding } from "./findings.ts";
import type { Options } from "./options.ts";
import { DETAIL_CLAUSES, tryDetail } from "./try-detail.ts";
import { LIST_CLAUSES, tryList } from "./try-list.ts";
import { tryPrice } from "./try-price.ts";
import { tryRegistrations } from "./try-registrations.ts";
import { tryTokens } from "./try-tokens.ts";

/** Tries what can be tried by reading alone. */
export async function tryAccount(options: Options, now: Date): Promise<Finding[]> {
  const { url, prefix, getParams } = options;
  const call = createApiCall({
    base: `${url}/cdn/api`,
    getParams,
    tokenHeaders: (token) => ({ [`${prefix.toUpperCase()}-ACCESS-TOKEN`]: token }),
    succeeded: ({ status }) => status === 200,
  });
  const findings = collectFindings();
  const token = await tryTokens(call, findings, options);
  await tryPrice(call, findings, token, options.sku);
  if (token === null) {
    const reading = [...LIST_CLAUSES.map((name) => `4.5/${name}`), ...DETAIL_CLAUSES.map((name) => `4.6/${name}`)];
    findings.notTried(reading, "no token");
  } else {
    const rows = await tryList(call, findings, options, token, now);
    await tryDetail(call, findings, token, rows);
  }
  await tryRegistrations(call, findings, token);
  findings.notTried(
    ["4.3/post", "4.7/type-create", "4.7/type-update", "4.8/type-create", "4.8/type-update"],
    "would write",
  );
  return findings.all();
}
