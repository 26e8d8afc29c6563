import { Banner, BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import type { AccountMoveView, MoveOutcome } from "../../settings-page/move-account.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { formatNumber } from "../common/format.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { RunProgress } from "../common/run-progress.tsx";
import { useDenied } from "../common/shop-context.tsx";
import { CardHeading, Note, SmallNote, Strong } from "../common/text.tsx";
import { useAutoRefresh } from "../common/use-auto-refresh.ts";
import { useAccountAction } from "./account-form.tsx";
import { COPY } from "./copy.ts";

const text = COPY.move;

/** Offers the newer version of the print service's API to an account that is connected through the first. */
export function NewerVersion({ onStart }: { onStart(): void }) {
  const denied = useDenied();
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <CardHeading>{text.offer.title}</CardHeading>
        <Text as="p">{text.offer.text}</Text>
        <Button disabled={denied} onClick={onStart}>
          {text.offer.action}
        </Button>
      </BlockStack>
    </Card>
  );
}

const REFRESH_MS = 2_000;

/** A move to another version of the print service's API: the comparison, what it found, and what is left of a move that was made. */
export function AccountMove({ move }: { move: AccountMoveView }) {
  useAutoRefresh(REFRESH_MS, move.state === "comparing");
  const denied = useDenied();
  const act = useMoveActions();
  if (move.state === "moved") return <Moved move={move} />;
  const mayMove = move.state === "compared" && move.verdict === "same" && !move.isOutdated;
  return (
    <Card>
      <BlockStack gap="400">
        <CardHeading>{text.title(move.version)}</CardHeading>
        {act.problem && <MessageBanner tone="critical" text={text.notMoved[act.problem]} />}
        {act.failed && <MessageBanner tone="warning" {...COMMON.requestFailed} />}
        {move.state === "comparing" && (
          <BlockStack gap="200">
            <RunProgress done={move.done} total={move.total} label={text.comparing(move.done, move.total)} />
            {move.isWaiting && <Note>{text.waiting}</Note>}
          </BlockStack>
        )}
        {move.state === "failed" && <MessageBanner tone="warning" {...text.failed[move.problem]} />}
        {move.state === "compared" && <Comparison move={move} />}
        <ButtonGroup>
          {mayMove && (
            <Button
              variant="primary"
              disabled={denied || act.busy !== null}
              loading={act.busy === "move"}
              onClick={act.move}
            >
              {text.move(move.version)}
            </Button>
          )}
          {move.state !== "comparing" && (
            <Button disabled={denied || act.busy !== null} onClick={act.compareAgain}>
              {text.again}
            </Button>
          )}
          <Button variant="plain" disabled={denied || act.busy !== null} onClick={act.cancel}>
            {text.cancel}
          </Button>
        </ButtonGroup>
      </BlockStack>
    </Card>
  );
}

/** What both lists show, and what that means. */
function Comparison({ move }: { move: Extract<AccountMoveView, { state: "compared" }> }) {
  const { verdict, isOutdated, examples, comparedAt } = move;
  return (
    <BlockStack gap="300">
      <Banner tone={verdict === "same" ? "success" : "warning"} title={text[verdict].title}>
        <p>{text[verdict].text}</p>
      </Banner>
      <BlockStack gap="100">
        {text.counts.map(({ key, label }) => (
          <InlineStack key={key} gap="200" align="space-between" wrap={false}>
            <Text as="span">{label}</Text>
            <Strong>{formatNumber(move[key])}</Strong>
          </InlineStack>
        ))}
      </BlockStack>
      {examples.length > 0 && (
        <Note breakWord>
          {text.examples}: {examples.join(", ")}
        </Note>
      )}
      {isOutdated && <Text as="p">{text.outdated}</Text>}
      <SmallNote>
        {text.compared} <DateTime at={comparedAt} />
      </SmallNote>
    </BlockStack>
  );
}

/** Says until its last order has ended that the old version is still followed. */
function Moved({ move }: { move: Extract<AccountMoveView, { state: "moved" }> }) {
  if (move.open === 0) return null;
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="p">{text.moved.open(move.open)}</Text>
        <SmallNote>
          {text.moved.since(move.version)} <DateTime at={move.at} />
        </SmallNote>
      </BlockStack>
    </Card>
  );
}

type MoveResponse = { outcome: MoveOutcome } | RequestFailed;
type DoneResponse = { outcome: "done" } | RequestFailed;

function useMoveActions() {
  const moving = useAccountAction<MoveResponse>(({ outcome }) =>
    outcome === "moved" ? COPY.account.toast.moved : undefined,
  );
  const other = useAccountAction<DoneResponse>(() => undefined);
  const outcome = moving.answer?.outcome;
  return {
    move: () => moving.send({ action: "move" }),
    compareAgain: () => other.send({ action: "compare_again" }),
    cancel: () => other.send({ action: "cancel_move" }),
    busy: moving.busy ? ("move" as const) : other.busy ? ("other" as const) : null,
    problem: outcome && outcome !== "moved" && outcome !== "failed" ? outcome : null,
    failed: outcome === "failed" || other.answer?.outcome === "failed",
  };
}
