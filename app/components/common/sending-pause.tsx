import { Banner, BlockStack, ChoiceList, TextField } from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";
import type { SendingPause } from "../../orders/pages/list/sending-pause.ts";
import { COUNT_LIMIT } from "../../orders/pages/list/tabs.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { COPY } from "./copy.ts";
import { DateTime } from "./date-time.tsx";
import { formatUpTo } from "./format.ts";
import { useJsonFetcher } from "./json-requests.ts";
import type { RequestFailed } from "./request-failed.ts";
import { useDenial, useShop } from "./shop-context.tsx";

const text = COPY.sendingPause;

type Answer = { outcome: "saved" } | { outcome: "invalid"; problem: "past" | "unreadable" } | RequestFailed;

const PATH = "/app/sending";

/** Says since when and until when nothing is sent, and how many orders wait. */
export function SendingPausedBanner({ pause }: { pause: SendingPause | null }) {
  const shopify = useAppBridge();
  const { busy, answer, send } = useJsonFetcher<Answer>((result) => {
    if (result.outcome === "saved") shopify.toast.show(text.resumed);
  }, PATH);
  const denied = useDenial("approve") !== undefined;
  if (!pause) return null;
  return (
    <Banner
      tone="warning"
      title={text.title(formatUpTo(COUNT_LIMIT, pause.orders), pause.orders)}
      action={{ content: text.resume, loading: busy, disabled: denied, onAction: () => send({ action: "resume" }) }}
      secondaryAction={{ content: text.view, url: "/app/orders?tab=waiting" }}
    >
      <p>
        {text.since} <DateTime at={pause.since} />.{" "}
        {pause.until ? (
          <>
            {text.until} <DateTime at={pause.until} />.
          </>
        ) : (
          text.untilResumed
        )}{" "}
        {text.rules} {answer?.outcome === "failed" && text.failed}
      </p>
    </Banner>
  );
}

/** Asks until when nothing is to be sent. */
export function PauseSendingDialog({ onClose }: { onClose(): void }) {
  const { timezone } = useShop();
  const shopify = useAppBridge();
  const [ends, setEnds] = useState<"resumed" | "time">("resumed");
  const [until, setUntil] = useState("");
  const { busy, answer, send } = useJsonFetcher<Answer>((result) => {
    if (result.outcome !== "saved") return;
    shopify.toast.show(text.paused);
    onClose();
  }, PATH);
  const problem =
    answer?.outcome === "invalid"
      ? text.problems[answer.problem]
      : answer?.outcome === "failed"
        ? text.failed
        : undefined;
  return (
    <ConfirmDialog
      title={text.dialog}
      label={text.pause}
      busy={busy}
      onClose={onClose}
      onConfirm={() => send({ action: "pause", until: ends === "time" ? until : null })}
    >
      <BlockStack gap="300">
        <p>{text.explains}</p>
        <ChoiceList
          title={text.ends}
          selected={[ends]}
          onChange={([chosen]) => setEnds(chosen === "time" ? "time" : "resumed")}
          choices={[
            { value: "resumed", label: text.endsResumed },
            { value: "time", label: text.endsTime },
          ]}
          error={ends === "resumed" ? problem : undefined}
        />
        {ends === "time" && (
          <TextField
            label={text.time}
            type="datetime-local"
            autoComplete="off"
            value={until}
            onChange={setUntil}
            helpText={text.timeHelp(timezone)}
            error={problem}
          />
        )}
      </BlockStack>
    </ConfirmDialog>
  );
}
