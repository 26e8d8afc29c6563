import { BlockStack, Select, TextField, Text } from "@shopify/polaris";
import { useState } from "react";
import type { TriageResult } from "../../orders/actions/triage.ts";
import type { InboxEntry } from "../../orders/pages/inbox/inbox.ts";
import { SNOOZE_REASONS } from "../../orders/pages/inbox/inbox-query.ts";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { REQUEST_FAILED } from "../common/copy.ts";
import { formatDateTime } from "../common/format.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useShop } from "../common/shop-context.tsx";
import { ASSIGN, PROBLEMS, SNOOZE } from "./copy.ts";

type Answer = TriageResult | RequestFailed;

const problemOf = (answer: Answer | undefined): string | undefined =>
  answer?.outcome === "invalid" ? PROBLEMS[answer.problem] : answer?.outcome === "failed" ? REQUEST_FAILED : undefined;

interface TriageDialogProps {
  entries: readonly InboxEntry[];
  onClose(): void;
  /** What was done, in a toast's words. */
  onDone(message: string): void;
}

/** The staff that an order can be assigned to. */
export interface InboxStaff {
  /** Shopify's id of the acting user. */
  me: string;
  colleagues: readonly { userId: string; name: string }[];
}

const NOBODY = "";

/** Asks who takes on these orders. */
export function AssignDialog({ entries, staff, onClose, onDone }: TriageDialogProps & { staff: InboxStaff }) {
  const [to, setTo] = useState(staff.me);
  const { busy, answer, send } = useJsonFetcher<Answer>((result) => {
    if (result.outcome !== "saved") return;
    onDone((to === NOBODY ? ASSIGN.removed : ASSIGN.done)(entries.length));
  });
  const options = [
    { value: staff.me, label: ASSIGN.me },
    ...staff.colleagues.map(({ userId, name }) => ({ value: userId, label: name })),
    { value: NOBODY, label: ASSIGN.nobody },
  ];
  return (
    <ConfirmDialog
      title={ASSIGN.title(entries.length)}
      label={ASSIGN.button}
      busy={busy}
      onClose={onClose}
      onConfirm={() =>
        send({ intent: "assign", orderIds: entries.map(({ order }) => order.id), to: to === NOBODY ? null : to })
      }
    >
      <Select
        label={ASSIGN.label}
        options={options}
        value={to}
        onChange={setTo}
        helpText={ASSIGN.help}
        error={problemOf(answer)}
      />
    </ConfirmDialog>
  );
}

/** Times of the shop's clock, as `2026-11-21T12:07`. */
export interface SnoozeTimes {
  today: string;
  tomorrow: string;
  week: string;
}

type Choice = keyof typeof SNOOZE.choices;

/** Asks until when, and why, these orders are to leave the inbox. */
export function SnoozeDialog({ entries, times, onClose, onDone }: TriageDialogProps & { times: SnoozeTimes }) {
  const { timezone } = useShop();
  const [choice, setChoice] = useState<Choice>("tomorrow");
  const [time, setTime] = useState("");
  const [reason, setReason] = useState<string>(SNOOZE_REASONS[0]);
  const { busy, answer, send } = useJsonFetcher<Answer>((result) => {
    if (result.outcome === "saved") onDone(SNOOZE.done(result.changed.length));
  });
  const problem = problemOf(answer);
  const until = choice === "time" ? time : times[choice];
  const orders = entries.map(({ order, reasonIds }) => ({ orderId: order.id, reasonIds }));
  return (
    <ConfirmDialog
      title={SNOOZE.title(entries.length)}
      label={SNOOZE.button}
      busy={busy}
      onClose={onClose}
      onConfirm={() => send({ intent: "snooze", orders, until, reason })}
    >
      <BlockStack gap="400">
        <Text as="p">{SNOOZE.text}</Text>
        <Select
          label={SNOOZE.until}
          options={Object.entries(SNOOZE.choices).map(([value, label]) => ({ value, label }))}
          value={choice}
          onChange={(value: Choice) => setChoice(value)}
          helpText={choice === "time" ? undefined : SNOOZE.at(formatDateTime(`${until}:00Z`, "UTC"), timezone)}
          error={choice === "time" ? undefined : problem}
        />
        {choice === "time" && (
          <TextField
            label={SNOOZE.time}
            type="datetime-local"
            autoComplete="off"
            value={time}
            onChange={setTime}
            helpText={SNOOZE.timeHelp(timezone)}
            error={problem}
          />
        )}
        <Select
          label={SNOOZE.reason}
          options={SNOOZE_REASONS.map((value) => ({ value, label: SNOOZE.reasons[value] }))}
          value={reason}
          onChange={setReason}
        />
      </BlockStack>
    </ConfirmDialog>
  );
}
