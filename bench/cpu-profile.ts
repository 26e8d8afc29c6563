import { Session, type Profiler, type Runtime } from "node:inspector/promises";

/** Below this share a part is not named. */
const LEAST_SHARE = 0.02;

/** Starts to sample what this process runs; the function returned ends that, and says where the time went. */
export async function startProfile(): Promise<() => Promise<string>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  return async () => {
    const { profile } = await session.post("Profiler.stop");
    session.disconnect();
    return summary(profile);
  };
}

/** Shares of the samples by package, largest first. */
function summary({ nodes }: Profiler.Profile): string {
  const hits = new Map<string, number>();
  for (const { callFrame, hitCount = 0 } of nodes)
    hits.set(partOf(callFrame), (hits.get(partOf(callFrame)) ?? 0) + hitCount);
  const all = [...hits.values()].reduce((sum, count) => sum + count, 0);
  return [...hits]
    .map(([part, count]) => [part, count / all] as const)
    .filter(([, share]) => share >= LEAST_SHARE)
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, share]) => `${part} ${(share * 100).toFixed(0)} %`)
    .join(", ");
}

/** The package that a function is of; `(idle)` and the like are V8's own. */
function partOf({ functionName, url }: Runtime.CallFrame): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (inPackage) return inPackage;
  if (url.startsWith("node:")) return "Node";
  if (url === "") return functionName.startsWith("(") ? functionName : "V8";
  return /\/(app|bench)\//.exec(url)?.[1] ?? "others";
}
