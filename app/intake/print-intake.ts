import type { RequestHandler } from "express";
import { commitDelivery, type IntakeContext } from "./context.ts";
import { tokenMatches } from "./verify.ts";

/** Header and tokens that events of one print account must carry; null when no account has that key. */
export type EventKeys = (accountKey: string) => Promise<{ header: string; tokens: string[] } | null>;

/**
 * `POST /print-events/<account key>/(tracking|order-status)`: access key, commit, 200 (service-interface 5.3, 6).
 * Events carry no id and are never thrown away as repeats at this door: the domain recognises them.
 */
export function printIntake(
  ctx: IntakeContext,
  topic: "tracking" | "order-status",
  eventKeys: EventKeys,
): RequestHandler {
  return async (req, res) => {
    const key = req.params["key"] ?? "";
    const keys = await eventKeys(key).catch((error: unknown) => {
      ctx.log.error({ error: error instanceof Error ? error.name : "unknown" }, "event keys not readable");
      return "unreadable" as const;
    });
    if (keys === "unreadable") {
      res.status(503).json({ status: 503, message: "Try again later." });
      return;
    }
    if (!keys || !tokenMatches(req.get(keys.header), keys.tokens)) {
      ctx.counted("print_service", "refused");
      res.status(401).json({ status: 401, message: "The access key does not fit." });
      return;
    }
    const raw: unknown = req.body;
    const head = { source: "print_service" as const, topic, scope: key, eventId: null, triggeredAt: null };
    const status = await commitDelivery(ctx, head, null, Buffer.isBuffer(raw) ? raw : Buffer.alloc(0));
    res.status(status).json({ status, message: status === 200 ? "Received." : "Try again later." });
  };
}
