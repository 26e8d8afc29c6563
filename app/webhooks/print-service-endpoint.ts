import type { RequestHandler } from "express";
import { commitDelivery, type IntakeContext } from "./persist-delivery.ts";
import type { Refusals } from "./rejections.ts";
import { tokenMatches } from "./verify.ts";

/** Header and tokens that events of one print account must carry; null when no account has that key. */
export type EventKeys = (accountKey: string) => Promise<{ header: string; tokens: string[] } | null>;

/** What a key of ours may look like; anything else is looked up nowhere. */
const KEY = /^[0-9A-Z]{1,64}$/;
const REFUSAL = { status: 401, message: "The access key does not fit." };

export interface KeySources {
  eventKeys: EventKeys;
  /** The same for whoever has guessed too often (guarded-keys.ts). */
  guardedKeys: EventKeys;
}

/** The access key of an event (service-interface 5.3): asked for before the body is read. */
export function printKnock(ctx: IntakeContext, sources: KeySources, { refuse, isOver }: Refusals): RequestHandler {
  return async (req, res, next) => {
    const key = req.params["key"] ?? "";
    if (!KEY.test(key)) return refuse(req, res, 401, REFUSAL);
    const { eventKeys, guardedKeys } = sources;
    const keys = await ((await isOver(req)) ? guardedKeys(key) : eventKeys(key)).catch((error: unknown) => {
      ctx.log.error({ error: error instanceof Error ? error.name : "unknown" }, "event keys not readable");
      return "unreadable" as const;
    });
    if (keys === "unreadable") return void res.status(503).json({ status: 503, message: "Try again later." });
    if (!keys || !tokenMatches(req.get(keys.header), keys.tokens)) return refuse(req, res, 401, REFUSAL);
    next();
  };
}

/**
 * `POST /print-events/<account key>/(tracking|order-status)`: access key, commit, 200 (service-interface 5.3, 6).
 * Events carry no id and are never thrown away as repeats at this door: the domain recognises them.
 */
export function printIntake(ctx: IntakeContext, topic: "tracking" | "order-status"): RequestHandler {
  return async (req, res) => {
    const raw: unknown = req.body;
    const scope = req.params["key"] ?? "";
    const head = { source: "print_service" as const, topic, scope, eventId: null, triggeredAt: null };
    const status = await commitDelivery(ctx, head, null, Buffer.isBuffer(raw) ? raw : Buffer.alloc(0));
    res.status(status).json({ status, message: status === 200 ? "Received." : "Try again later." });
  };
}
