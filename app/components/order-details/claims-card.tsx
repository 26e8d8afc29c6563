import { Badge, BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import { useLocation } from "@remix-run/react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { CLAIM_ANSWER_NAMES, CLAIM_KIND_NAMES, CLAIM_STATE_NAMES, MAX_PHOTOS } from "../../orders/core/claims.ts";
import { AT_PROVIDER_STATES } from "../../orders/core/states.ts";
import type { ClaimView } from "../../orders/pages/details/claim-views.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { Thumbnail } from "../common/artwork-thumbnail.tsx";
import { MessageBanner } from "../common/banners.tsx";
import { DateTime } from "../common/date-time.tsx";
import { CLAIM_STATE_TONES } from "../common/labels.ts";
import { useDenied } from "../common/shop-context.tsx";
import { Note, SmallNote, Subheading, TitledCard } from "../common/text.tsx";
import { useDownload } from "../common/use-download.ts";
import { CLAIMS } from "./claim-copy.ts";
import { ReprintDialog } from "./reprint-dialog.tsx";
import { useClaimRequests, type ClaimDialogKind } from "./use-claim-requests.ts";

const OpenClaimDialog = lazy(() => import("./claim-dialogs.tsx").then((file) => ({ default: file.OpenClaimDialog })));
const ClaimDialog = lazy(() => import("./claim-dialogs.tsx").then((file) => ({ default: file.ClaimDialog })));

/** Whether a customer may have something of it to complain about. */
const isClaimable = ({ erased }: OrderDetails, { state }: SubmissionView): boolean =>
  !erased && AT_PROVIDER_STATES.includes(state);

/** The claims of an order, the newest first, and a button that opens another one. */
export function ClaimsCard({ page }: { page: OrderDetails }) {
  const claimable = page.submissions.filter((submission) => isClaimable(page, submission));
  if (page.claims.length === 0 && claimable.length === 0) return null;
  return (
    <TitledCard title={CLAIMS.title}>
      {page.claims.length === 0 && <Note>{CLAIMS.hint}</Note>}
      {page.claims.map((claim) => (
        <Claim key={claim.id} page={page} claim={claim} />
      ))}
      <InlineStack gap="200">
        {claimable.map((submission) => (
          <OpenClaimButton key={submission.id} page={page} submission={submission}>
            {claimable.length > 1 ? CLAIMS.openFor(submission.reference) : CLAIMS.open}
          </OpenClaimButton>
        ))}
      </InlineStack>
    </TitledCard>
  );
}

/** The claims about one parcel, and a button that opens another one. */
export function ParcelClaims(props: { page: OrderDetails; submission: SubmissionView; trackingNumber: string }) {
  const { page, submission, trackingNumber } = props;
  // The address names the list that the way leads back to.
  const { search } = useLocation();
  const claims = page.claims.filter(
    (claim) => claim.submissionId === submission.id && claim.trackingNumber === trackingNumber,
  );
  return (
    <BlockStack gap="300" inlineAlign="start">
      {claims.map(({ id, kind, state }) => (
        <Link key={id} url={`${search}#${anchorOf(id)}`}>
          {CLAIMS.ofParcel(CLAIM_KIND_NAMES[kind], CLAIM_STATE_NAMES[state])}
        </Link>
      ))}
      {isClaimable(page, submission) && (
        <OpenClaimButton page={page} submission={submission} trackingNumber={trackingNumber}>
          {CLAIMS.report}
        </OpenClaimButton>
      )}
    </BlockStack>
  );
}

const anchorOf = (claimId: string): string => `claim-${claimId}`;

interface OpenClaimButtonProps {
  page: OrderDetails;
  submission: SubmissionView;
  trackingNumber?: string;
  children: string;
}

function OpenClaimButton({ page, submission, trackingNumber, children }: OpenClaimButtonProps) {
  const [open, setOpen] = useState(false);
  const ofParcel = trackingNumber !== undefined;
  return (
    <>
      <Button
        variant={ofParcel ? "plain" : undefined}
        accessibilityLabel={ofParcel ? CLAIMS.reportLabel(trackingNumber) : undefined}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {open && (
        <Suspense>
          <OpenClaimDialog
            page={page}
            submission={submission}
            trackingNumber={trackingNumber ?? null}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

type ClaimProps = { page: OrderDetails; claim: ClaimView };

function Claim({ page, claim }: ClaimProps) {
  const submission = page.submissions.find(({ id }) => id === claim.submissionId);
  return (
    <div id={anchorOf(claim.id)}>
      <BlockStack gap="200">
        <InlineStack gap="200" blockAlign="center">
          <Subheading>{CLAIM_KIND_NAMES[claim.kind]}</Subheading>
          <Badge tone={CLAIM_STATE_TONES[claim.state]}>{CLAIM_STATE_NAMES[claim.state]}</Badge>
        </InlineStack>
        <BlockStack>
          <Text as="p" breakWord>
            {claim.trackingNumber !== null
              ? CLAIMS.tracking(claim.trackingNumber)
              : CLAIMS.printOrder(submission?.reference ?? "")}
          </Text>
          {claim.lines.map(({ lineId, title, quantity }) => (
            <Text as="p" key={lineId} breakWord>
              {CLAIMS.item(quantity, title)}
            </Text>
          ))}
        </BlockStack>
        {claim.description === null ? <Note>{CLAIMS.erased}</Note> : <Quoted text={claim.description} />}
        {claim.photos.length > 0 && <Photos page={page} claim={claim} />}
        {claim.answer !== null && (
          <BlockStack>
            <Text as="p">
              {CLAIMS.answered}: <strong>{CLAIM_ANSWER_NAMES[claim.answer]}</strong>
            </Text>
            {claim.answerText && <Quoted text={claim.answerText} />}
          </BlockStack>
        )}
        {claim.reprint && (
          <Text as="p" breakWord>
            {CLAIMS.reprint(claim.reprint.reference, claim.reprint.state === "cancelled")}
          </Text>
        )}
        <Times claim={claim} />
        {submission && <ClaimActions page={page} claim={claim} submission={submission} />}
      </BlockStack>
    </div>
  );
}

/** What somebody wrote, with its line breaks. */
const Quoted = ({ text }: { text: string }) => (
  <div style={{ whiteSpace: "pre-wrap" }}>
    <Text as="p" breakWord>
      “{text}”
    </Text>
  </div>
);

/** When each step was taken, and by whom. */
function Times({ claim }: { claim: ClaimView }) {
  const times: [string, string | null, string | null][] = [
    [CLAIMS.opened, claim.openedAt, claim.openedBy],
    [CLAIMS.asked, claim.askedAt, null],
    [CLAIM_STATE_NAMES.answered, claim.answeredAt, claim.answeredBy],
    [CLAIMS.done, claim.closedAt, null],
  ];
  return times.map(
    ([label, at, by]) =>
      at !== null && (
        <SmallNote key={label}>
          {label} <DateTime at={at} />
          {by !== null && CLAIMS.by(by)}
        </SmallNote>
      ),
  );
}

const PHOTO_PX = 120;
const photoPath = (claimId: string, photoId: string): string => `/app/claims/${claimId}/photos?photo=${photoId}`;

/** The photos of a claim, each to be downloaded, and removed until the claim is done. */
function Photos({ page, claim }: ClaimProps) {
  const file = useDownload("claim-photo.jpg");
  const { send, busy, problem } = useClaimRequests(page.number);
  return (
    <BlockStack gap="200">
      {file.failed && <MessageBanner tone="warning" text={CLAIMS.downloadFailed} onDismiss={file.dismiss} />}
      {problem !== null && <MessageBanner tone="warning" text={problem} />}
      <InlineStack gap="300">
        {claim.photos.map((photoId, at) => (
          <BlockStack key={photoId} gap="100" inlineAlign="center">
            <Thumbnail path={photoPath(claim.id, photoId)} alt={CLAIMS.photo(at + 1)} pixels={PHOTO_PX} />
            <InlineStack gap="200">
              <Button
                variant="plain"
                accessibilityLabel={CLAIMS.download(at + 1)}
                disabled={file.busy}
                onClick={() => void file.save(photoPath(claim.id, photoId))}
              >
                {CLAIMS.downloadButton}
              </Button>
              {claim.state !== "done" && (
                <Button
                  variant="plain"
                  tone="critical"
                  accessibilityLabel={CLAIMS.remove(at + 1)}
                  disabled={busy}
                  onClick={() => send({ intent: "remove_photo", claimId: claim.id, photoId })}
                >
                  {CLAIMS.removeButton}
                </Button>
              )}
            </InlineStack>
          </BlockStack>
        ))}
      </InlineStack>
    </BlockStack>
  );
}

/** What can be done with a claim now. */
function ClaimActions({ page, claim, submission }: ClaimProps & { submission: SubmissionView }) {
  const [dialog, setDialog] = useState<ClaimDialogKind | "reprint" | null>(null);
  const { send, busy, problem } = useClaimRequests(page.number);
  const { buttons } = CLAIMS;
  const { state, version } = claim;
  const isDone = state === "done";
  const isErased = claim.description === null;
  const denied = useDenied();
  const onClose = () => setDialog(null);
  const opens = (kind: NonNullable<typeof dialog>, label: string, plain = false): ReactNode => (
    <Button
      key={kind}
      variant={plain ? "plain" : undefined}
      disabled={kind === "reprint" && denied}
      onClick={() => setDialog(kind)}
    >
      {label}
    </Button>
  );
  const change = (intent: "close" | "reopen", label: string): ReactNode => (
    <Button key={intent} variant="plain" loading={busy} onClick={() => send({ intent, claimId: claim.id, version })}>
      {label}
    </Button>
  );
  return (
    <BlockStack gap="200">
      {problem !== null && <MessageBanner tone="warning" text={problem} />}
      <InlineStack gap="300" blockAlign="center">
        {!isDone && !isErased && opens("message", buttons.message, state !== "open")}
        {!isDone && opens("answer", state === "answered" ? buttons.correctAnswer : buttons.answer, state !== "asked")}
        {mayReprintClaim(page, claim, submission) && opens("reprint", buttons.reprint, state !== "answered")}
        {!isDone && !isErased && opens("customer", buttons.customer, true)}
        {!isDone && !isErased && claim.photos.length < MAX_PHOTOS && opens("photos", buttons.photos, true)}
        {isDone ? change("reopen", buttons.reopen) : change("close", buttons.close)}
      </InlineStack>
      {dialog === "reprint" && (
        <ReprintDialog orderNumber={page.number} submission={submission} claim={claim} onClose={onClose} />
      )}
      {dialog !== null && dialog !== "reprint" && (
        <Suspense>
          <ClaimDialog kind={dialog} page={page} claim={claim} submission={submission} onClose={onClose} />
        </Suspense>
      )}
    </BlockStack>
  );
}

/** One reprint of a claim stands at a time. What was reprinted may be claimed, and printed once more. */
const mayReprintClaim = (page: OrderDetails, claim: ClaimView, { state, replaced }: SubmissionView): boolean =>
  claim.state !== "done" &&
  (claim.reprint === null || claim.reprint.state === "cancelled") &&
  AT_PROVIDER_STATES.includes(state) &&
  !replaced &&
  !page.cancelled &&
  !page.erased;
