import { Banner, BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { Fragment, useEffect, useState } from "react";
import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import { FINISHED_STATES, MUTABLE_STATES, SENT_STATES } from "../../orders/core/states.ts";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { Personalization } from "../../orders/pages/details/personalization.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { DateTime } from "../common/date-time.tsx";
import { formatMoment } from "../common/format.ts";
import { useListName } from "../common/list-address.ts";
import { differencesUrl } from "../common/page-links.ts";
import { useDenied, useShop } from "../common/shop-context.tsx";
import { Note, Strong, TitledCard } from "../common/text.tsx";
import {
  ActionButton,
  ChangeButton,
  LineActionButton,
  OrderActionButton,
  RequestFeedback,
  type ActionControls,
  type RequestFeedbackProps,
} from "./actions.tsx";
import { CHANGE } from "./change-copy.ts";
import {
  ACTIONS_CARD,
  COMPARE,
  decidedRulesText,
  dueText,
  IN_EDIT_WINDOW_MESSAGE,
  KIND_LABELS,
  LINES_CARD,
  nextStepMessage,
  nothingToPrintCopy,
  standingMessage,
  writeMessage,
  STATUS_CARD,
} from "./copy.ts";
import { activeOf } from "./lines.tsx";
import { ReasonBanners } from "./reason-banners.tsx";
import { mappingUrl, reasonCodesOf } from "./reasons.ts";
import { mayReprint, REPRINT, ReprintDialog } from "./reprint-dialog.tsx";

interface ActingColumnProps extends RequestFeedbackProps {
  page: OrderDetails;
  /** undefined while loading. */
  personalization: Personalization | undefined;
  controls: ActionControls;
}

/** What happens next and when, what keeps it with the buttons that help, and what else can be done. First on a phone. */
export function ActingColumn({ page, personalization, controls, failed, conflict, problems }: ActingColumnProps) {
  return (
    <BlockStack gap="400">
      <RequestFeedback failed={failed} conflict={conflict} problems={problems} />
      {page.submissions.length > 0 && <StatusCard page={page} />}
      <ReasonBanners page={page} personalization={personalization} controls={controls} />
      {page.submissions.length === 0 && (page.reasons.length === 0 || page.actions.length > 0) && (
        <NothingToPrint page={page} controls={controls} />
      )}
      <ActionsCard page={page} controls={controls} />
    </BlockStack>
  );
}

/** Where each print order stands that still counts, and what happens next. */
function StatusCard({ page }: { page: OrderDetails }) {
  const active = activeOf(page);
  // What was canceled or replaced is told where the order's way is; the last of them says what became of the order.
  const shown = active.length > 0 ? active.toReversed() : page.submissions.slice(-1);
  return (
    <TitledCard
      title={shown.some(({ state }) => !FINISHED_STATES.includes(state)) ? STATUS_CARD.next : STATUS_CARD.end}
    >
      {shown.map((submission) => (
        <BlockStack key={submission.id} gap="100">
          {shown.length > 1 && (
            <Text as="p">
              <Strong>{KIND_LABELS[submission.kind]}</Strong>
            </Text>
          )}
          <NextStep
            submission={submission}
            reasons={reasonCodesOf(page, submission)}
            orderCancelled={page.cancelled}
            now={page.now}
          />
          {submission.rules.length > 0 && <Note breakWord>{decidedRulesText(submission.rules)}</Note>}
        </BlockStack>
      ))}
    </TitledCard>
  );
}

interface NextStepProps {
  submission: SubmissionView;
  /** Its open reasons. */
  reasons: readonly AttentionCode[];
  /** The order is canceled in Shopify. */
  orderCancelled: boolean;
  /** The server's time, ISO 8601. */
  now: string;
}

/** A submission's status and what happens next. */
function NextStep({ submission, reasons, orderCancelled, now }: NextStepProps) {
  const { due } = submission;
  const { timezone } = useShop();
  const currentTime = useNow(now);
  const text = due && dueText(due, currentTime);
  const isAhead = due !== null && new Date(due.at) > currentTime;
  const goesToPrint = (due?.what === "edit_window" || due?.what === "sending_time") && text !== null;
  const moment = (iso: string) => formatMoment(iso, timezone, currentTime);
  const next = writeMessage(submission) || nextStepMessage(submission);
  return (
    <BlockStack gap="100">
      {!goesToPrint && (
        // A browser may write a zone's name otherwise than the server.
        <p suppressHydrationWarning>{standingMessage(submission, reasons, orderCancelled, moment)}</p>
      )}
      {next !== "" && <Text as="p">{next}</Text>}
      {due && text !== null && (
        <Text as="p" fontWeight={goesToPrint ? "semibold" : undefined}>
          {text}
          {isAhead &&
            (due.what === "sending_time" ? (
              <span suppressHydrationWarning>{`, ${moment(due.at)}`}</span>
            ) : (
              <>
                , on <DateTime at={due.at} />
              </>
            ))}
          .
        </Text>
      )}
      {goesToPrint && <Note>{IN_EDIT_WINDOW_MESSAGE}</Note>}
    </BlockStack>
  );
}

/** The server's clock, ticking in the browser. `from`: the server's time, ISO 8601. */
function useNow(from: string): Date {
  const [now, setNow] = useState(() => new Date(from));
  useEffect(() => {
    const clockOffset = new Date(from).getTime() - Date.now();
    const tick = () => setNow(new Date(Date.now() + clockOffset));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [from]);
  return now;
}

/** Why nothing of an order is printed. */
function NothingToPrint({ page, controls }: { page: OrderDetails; controls: ActionControls }) {
  const { title, text } = nothingToPrintCopy(page);
  return (
    <Banner tone="info" title={title}>
      <BlockStack gap="200" inlineAlign="start">
        <p>{text}</p>
        {page.actions.map((action) => (
          <OrderActionButton key={action} action={action} controls={controls} />
        ))}
      </BlockStack>
    </Banner>
  );
}

interface ActionsCardProps {
  page: OrderDetails;
  controls: ActionControls;
}

/** What staff can do besides: with each print order, with its address, and with each item. */
function ActionsCard({ page, controls }: ActionsCardProps) {
  const { submissions } = page;
  const list = useListName();
  const acting = submissions.toReversed().filter((one) => one.actions.length > 0 || mayReprint(page, one));
  const isUnsent = submissions.some(({ state }) => MUTABLE_STATES.includes(state));
  const mayChange = isUnsent && !page.erased;
  // A reason that arose after sending leads there by itself.
  const mayCompare =
    submissions.some(({ state }) => SENT_STATES.includes(state)) &&
    !page.reasons.some(({ code }) => ATTENTION[code].compares);
  const lines = page.lines.filter((line) => hasLineActs(page, line));
  if (acting.length === 0 && !mayChange && !mayCompare && lines.length === 0) return null;
  return (
    <TitledCard title={ACTIONS_CARD.title}>
      {acting.map((submission) => (
        <BlockStack key={submission.id} gap="200">
          {acting.length > 1 && (
            <Text as="p">
              <Strong>{KIND_LABELS[submission.kind]}</Strong>
            </Text>
          )}
          <SubmissionActs page={page} submission={submission} controls={controls} />
        </BlockStack>
      ))}
      {(mayChange || mayCompare) && (
        <InlineStack gap="400">
          {mayChange && <ChangeButton label={CHANGE.order} lineId={null} title="" controls={controls} />}
          {mayCompare && (
            <Button variant="plain" url={differencesUrl(page.number, list)}>
              {COMPARE.open}
            </Button>
          )}
        </InlineStack>
      )}
      {lines.map((line) => (
        <LineActs key={line.id} page={page} line={line} named={page.lines.length > 1} controls={controls} />
      ))}
    </TitledCard>
  );
}

/** What staff can do with a submission. A replacement prints everything once more: single items come first. */
function SubmissionActs({ page, submission, controls }: ActionsCardProps & { submission: SubmissionView }) {
  const { id, actions } = submission;
  const buttons = (some: typeof actions) =>
    some.map((action) => <ActionButton key={action} action={action} submissionId={id} controls={controls} />);
  return (
    <InlineStack gap="200" blockAlign="center">
      {buttons(actions.filter((action) => action !== "replace"))}
      {mayReprint(page, submission) && <ReprintButton page={page} submission={submission} />}
      {buttons(actions.filter((action) => action === "replace"))}
    </InlineStack>
  );
}

/** Offers to print items of a sent submission once more. */
function ReprintButton({ page, submission }: { page: OrderDetails; submission: SubmissionView }) {
  const [open, setOpen] = useState(false);
  return (
    <Fragment>
      <Button disabled={useDenied()} onClick={() => setOpen(true)}>
        {REPRINT.button}
      </Button>
      {open && <ReprintDialog orderNumber={page.number} submission={submission} onClose={() => setOpen(false)} />}
    </Fragment>
  );
}

/** Whether a line waits in a print order whose content may still change. */
const isChangeable = ({ submissions }: OrderDetails, { id }: LineView): boolean =>
  submissions.some(
    ({ state, replaced, items }) =>
      MUTABLE_STATES.includes(state) && !replaced && items.some(({ lineId }) => lineId === id),
  );

/** Where the line's variant is mapped; null where that changes nothing, or is done. */
function mapUrlOf(page: OrderDetails, line: LineView): string | null {
  const isUndecided = line.eligibility === "printable" || (line.reason === "no_match" && line.quantity > 0);
  const isOver = page.ignoredReason !== null || page.cancelled;
  return isUndecided && !isOver && !line.mapped ? mappingUrl(line, page.number) : null;
}

const hasLineActs = (page: OrderDetails, line: LineView): boolean =>
  isChangeable(page, line) || line.action !== null || mapUrlOf(page, line) !== null;

/** What staff can do with a line. `named`: the order has others. */
function LineActs({ page, line, named, controls }: ActionsCardProps & { line: LineView; named: boolean }) {
  const { id, title, variantTitle, action } = line;
  const mapUrl = mapUrlOf(page, line);
  const name = [title, variantTitle].filter(Boolean).join(", ");
  return (
    <BlockStack gap="100">
      {named && (
        <Text as="p" breakWord>
          <Strong>{name}</Strong>
        </Text>
      )}
      <InlineStack gap="400" blockAlign="center">
        {mapUrl && (
          <Button url={mapUrl} accessibilityLabel={`${LINES_CARD.mapProduct} ${title}`}>
            {LINES_CARD.mapProduct}
          </Button>
        )}
        {isChangeable(page, line) && <ChangeButton label={CHANGE.item} lineId={id} title={name} controls={controls} />}
        {action && <LineActionButton action={action} lineId={id} title={title} controls={controls} />}
      </InlineStack>
    </BlockStack>
  );
}
