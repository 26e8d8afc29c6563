import type { ParsedWebhook } from "../ports/webhooks.ts";
import { parseStatusEvent, parseTrackingEvent } from "./webhook-payloads.ts";

/**
 * What a delivery of the print service means: tracking (print-service: trackingAdded) or order-status (print-service:
 * orderStatusChanged). Never throws.
 */
export function parsePrintServiceWebhook(topic: string, body: Buffer): ParsedWebhook {
  switch (topic) {
    case "tracking": {
      const read = parseTrackingEvent(body);
      return read.ok ? { kind: "tracking", ...read.event } : { kind: "unreadable", problem: read.problem };
    }
    case "order-status": {
      const read = parseStatusEvent(body);
      return read.ok ? { kind: "status", ...read.event } : { kind: "unreadable", problem: read.problem };
    }
    default:
      return { kind: "no_action" };
  }
}
