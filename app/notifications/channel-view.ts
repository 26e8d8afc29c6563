import type { NotificationChannelKind } from "../../prisma/client/client.ts";
import type { NotificationChannelId } from "../ports/ids.ts";
import type { NotifyResult } from "../ports/notify.ts";
import type { LastMessage } from "./send.ts";
import type { Topic } from "../orders/core/topics.ts";

/** When a channel is told of a topic. */
export const TIMINGS = ["at_once", "daily", "off"] as const;
export type Timing = (typeof TIMINGS)[number];

/** Of one shop. */
export const CHANNEL_LIMIT = 10;

/** A channel as its page shows it. Times are ISO 8601, UTC. */
export interface ChannelView {
  id: NotificationChannelId;
  kind: NotificationChannelKind;
  /** The email address, or host and end of the webhook's address: the whole of it is as good as a password. */
  target: string;
  timings: Record<Topic, Timing>;
  digestTime: string;
  state: "active" | "stopped" | "rejected";
  /** The last message that was sent or failed. */
  last: (Omit<LastMessage, "channelId" | "at"> & { at: string }) | null;
}

/** Why a target is not taken. */
export type TargetError = "email" | "webhook" | "private" | "taken" | "too_many";

export type SaveChannelsResult =
  /** `secrets`: of new webhooks, shown this once. */
  | { outcome: "saved"; secrets: { target: string; secret: string }[] }
  /** By the key of the new channel. */
  | { outcome: "invalid"; errors: Record<string, TargetError> };

export type TestResult = NotifyResult | { outcome: "not_found" | "too_many" | "under_way" };
