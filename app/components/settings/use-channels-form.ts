import { useAppBridge } from "@shopify/app-bridge-react";
import { useRef, useState } from "react";
import {
  TIMINGS,
  type ChannelView,
  type SaveChannelsResult,
  type TargetError,
  type Timing,
} from "../../notifications/channel-view.ts";
import { TOPICS, type Topic } from "../../orders/core/topics.ts";
import { focusFirstError } from "../common/focus.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { COPY } from "./notifications-copy.ts";

export const NOTIFICATIONS_API = "/app/api/notifications";

export type Choice = Pick<ChannelView, "timings" | "digestTime">;

/** A channel that is not saved yet. */
export interface NewChannel extends Choice {
  key: string;
  kind: ChannelView["kind"];
  target: string;
}

interface Edits {
  added: NewChannel[];
  changed: Record<string, Choice>;
  removed: ChannelView["id"][];
}

const NONE: Edits = { added: [], changed: {}, removed: [] };
const AT_ONCE = Object.fromEntries(TOPICS.map((topic) => [topic, TIMINGS[0]])) as Record<Topic, Timing>;

/** The form of the notifications page: what was added, changed and removed since it was loaded. */
export function useChannelsForm(saved: readonly ChannelView[]) {
  const [edits, setEdits] = useState<Edits>(NONE);
  const [errors, setErrors] = useState<Record<string, TargetError>>({});
  const [secrets, setSecrets] = useState<{ target: string; secret: string }[]>([]);
  const keys = useRef(0);
  const shopify = useAppBridge();
  const { answer, busy, send } = useJsonFetcher<SaveChannelsResult | RequestFailed>((result) => {
    if (result.outcome === "invalid") {
      setErrors(result.errors);
      focusFirstError();
    }
    if (result.outcome !== "saved") return;
    setEdits(NONE);
    setErrors({});
    setSecrets(result.secrets);
    shopify.toast.show(COPY.saved);
  }, NOTIFICATIONS_API);
  const change = (make: (before: Edits) => Partial<Edits>) => setEdits((before) => ({ ...before, ...make(before) }));
  const channels = saved
    .filter(({ id }) => !edits.removed.includes(id))
    .map((one) => ({ ...one, ...edits.changed[one.id] }));
  return {
    channels,
    added: edits.added,
    errors,
    secrets,
    dirty:
      edits.added.length > 0 || edits.removed.length > 0 || saved.some((one) => isChanged(one, edits.changed[one.id])),
    saving: busy,
    failed: answer?.outcome === "failed",
    room: channels.length + edits.added.length,
    add(kind: NewChannel["kind"]) {
      keys.current += 1;
      const channel = { key: `new-${keys.current}`, kind, target: "", timings: AT_ONCE, digestTime: "08:00" };
      change(({ added }) => ({ added: [...added, channel] }));
    },
    editNew(key: string, to: Partial<NewChannel>) {
      change(({ added }) => ({ added: added.map((one) => (one.key === key ? { ...one, ...to } : one)) }));
      if (to.target !== undefined) setErrors(({ [key]: _, ...others }) => others);
    },
    edit: (id: ChannelView["id"], to: Choice) => change(({ changed }) => ({ changed: { ...changed, [id]: to } })),
    dropNew: (key: string) => change(({ added }) => ({ added: added.filter((one) => one.key !== key) })),
    remove: (id: ChannelView["id"]) => change(({ removed }) => ({ removed: [...removed, id] })),
    save() {
      const changed = channels
        .filter(({ id }) => edits.changed[id])
        .map(({ id, timings, digestTime }) => ({ id, timings, digestTime }));
      send(JSON.stringify({ intent: "save", added: edits.added, changed, removed: edits.removed }));
    },
    discard() {
      setEdits(NONE);
      setErrors({});
    },
  };
}

export type ChannelsForm = ReturnType<typeof useChannelsForm>;

const isChanged = ({ timings, digestTime }: ChannelView, to: Choice | undefined): boolean =>
  to !== undefined && (to.digestTime !== digestTime || TOPICS.some((topic) => to.timings[topic] !== timings[topic]));
