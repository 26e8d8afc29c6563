import type { ServerResponse } from "node:http";
import type { Settings } from "./options.ts";
import type { CreateCall, Store } from "./store.ts";

/** Records a create call before it is processed. */
export function recordCreateCall(store: Store, settings: Settings, raw: string, response: ServerResponse): void {
  const call: CreateCall = { reference: referenceIn(raw), at: settings.clock.now(), responseStatus: null };
  store.creates.push(call);
  response.once("close", () => {
    if (response.writableFinished) call.responseStatus = response.statusCode;
  });
}

function referenceIn(raw: string): string | null {
  try {
    const { order_id } = JSON.parse(raw) as { order_id?: unknown };
    return typeof order_id === "string" ? order_id : null;
  } catch {
    return null;
  }
}
