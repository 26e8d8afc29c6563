import { Session, type Profiler, type Runtime } from "node:inspector/promises";

/** Below this share a part is not named. */
const LEAST_SHARE = 0.02;

/** The others of Node are one part. */
const NAMED_MODULES = ["crypto", "http", "net", "stream", "streams"];

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

/** Shares of the samples by package, largest first. What V8 and Node do in C++ counts where it was called. */
function summary({ nodes }: Profiler.Profile): string {
  const hits = new Map<string, number>();
  const callers = new Map(nodes.flatMap((node) => (node.children ?? []).map((id) => [id, node] as const)));
  const partOf = (node: Profiler.ProfileNode): string => {
    const { functionName, url } = node.callFrame;
    const caller = callers.get(node.id);
    if (url === "" && !functionName.startsWith("(") && caller) return partOf(caller);
    return partOfFrame(node.callFrame);
  };
  for (const node of nodes) hits.set(partOf(node), (hits.get(partOf(node)) ?? 0) + (node.hitCount ?? 0));
  const all = [...hits.values()].reduce((sum, count) => sum + count, 0);
  return [...hits]
    .map(([part, count]) => [part, count / all] as const)
    .filter(([, share]) => share >= LEAST_SHARE)
    .toSorted(([, a], [, b]) => b - a)
    .map(([part, share]) => `${part} ${(share * 100).toFixed(0)} %`)
    .join(", ");
}

/** The package that a function is of, or the module of Node; `(idle)` and the like are V8's own. */
function partOfFrame({ functionName, url }: Runtime.CallFrame): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (inPackage) return inPackage;
  const module = /^node:(?:internal\/)?_?([a-z]+)/.exec(url)?.[1];
  if (module) return NAMED_MODULES.includes(module) ? `Node ${module}` : "Node";
  if (url === "") return functionName.startsWith("(") && functionName !== "(root)" ? functionName : "V8";
  return /\/(app|bench)\//.exec(url)?.[1] ?? "others";
}
