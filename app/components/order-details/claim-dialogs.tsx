import { Banner, BlockStack, ChoiceList, Modal, Select, SkeletonBodyText, TextField } from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";
import type { ClaimAnswer, ClaimKind } from "../../../prisma/client/client.ts";
import { isLongerThan } from "../../common/clean-text.ts";
import {
  CLAIM_ANSWER_NAMES,
  CLAIM_ANSWERS,
  CLAIM_KIND_NAMES,
  CLAIM_KINDS,
  CLAIM_TEXT_MAX,
  MAX_PHOTOS,
} from "../../orders/core/claims.ts";
import type { ClaimView } from "../../orders/pages/details/claim-views.ts";
import type { OrderDetails } from "../../orders/pages/details/order-details.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { FocusedWarning, MessageBanner } from "../common/banners.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { EditableMessage } from "../common/editable-message.tsx";
import { focusFirstError, useRestoreFocus } from "../common/focus.ts";
import { PROVIDER_MESSAGE } from "../common/provider-message-copy.ts";
import { useShop } from "../common/shop-context.tsx";
import { CLAIM_ANSWER, CLAIM_FORM, CLAIM_MESSAGE, claimMessage, CLAIMS, customerMessage } from "./claim-copy.ts";
import { PhotoPicker, usePhotos } from "./claim-photos.tsx";
import { useRecipient } from "./recipient.tsx";
import {
  chosenLines,
  firstQuantities,
  isNothingTyped,
  quantityError,
  SentQuantities,
  type TypedQuantities,
} from "./sent-quantities.tsx";
import { useClaimRequests, type ClaimDialogKind } from "./use-claim-requests.ts";

interface OpenClaimDialogProps {
  page: OrderDetails;
  submission: SubmissionView;
  /** The parcel that it was opened from. */
  trackingNumber: string | null;
  onClose(): void;
}

interface Typed {
  trackingNumber: string;
  kind: ClaimKind | "";
  quantities: TypedQuantities;
  description: string;
}

/** Opens a claim, then adds its photos: a claim without them is kept, and they can be added again. */
export function OpenClaimDialog({ page, submission, trackingNumber, onClose }: OpenClaimDialogProps) {
  const { items } = submission;
  const bridge = useAppBridge();
  const [request] = useState(() => crypto.randomUUID());
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [checked, setChecked] = useState(false);
  const [typed, setTyped] = useState<Typed>(() => ({
    trackingNumber: trackingNumber ?? "",
    kind: "",
    quantities: firstQuantities(items),
    description: "",
  }));
  const photos = usePhotos(MAX_PHOTOS);
  const finish = async (claimId: string): Promise<void> => {
    if (!(await photos.upload(claimId))) return setOpenedId(claimId);
    bridge.toast.show(CLAIMS.saved.open);
    onClose();
  };
  const requests = useClaimRequests(page.number, (claimId) => {
    if (claimId) void finish(claimId);
    return false;
  });
  const errors = errorsOf(typed, items);
  const isOpen = page.claims.some(({ submissionId, state }) => submissionId === submission.id && state !== "done");
  const save = (): void => {
    if (openedId) return void finish(openedId);
    setChecked(true);
    const { kind, description, lines } = { ...typed, lines: chosenLines(typed.quantities, items) };
    if (kind === "" || !lines || errors.description) return focusFirstError();
    requests.send({
      ...{ intent: "open", request, submissionId: submission.id, kind, lines, description: description.trim() },
      trackingNumber: typed.trackingNumber === "" ? null : typed.trackingNumber,
    });
  };
  return (
    <ConfirmDialog
      title={CLAIM_FORM.title}
      label={openedId ? CLAIM_FORM.photos.tryAgain : CLAIM_FORM.save}
      cancelLabel={openedId ? CLAIM_FORM.photos.close : undefined}
      disabled={photos.blocked}
      busy={requests.busy || photos.busy}
      onConfirm={save}
      onClose={onClose}
    >
      <BlockStack gap="400">
        {requests.problem !== null && <FocusedWarning text={requests.problem} />}
        {openedId ? (
          <FocusedWarning text={CLAIM_FORM.photos.opened} />
        ) : (
          <>
            {isOpen && <MessageBanner tone="warning" {...CLAIM_FORM.twice} />}
            <ClaimFields
              submission={submission}
              typed={typed}
              errors={checked ? errors : NO_ERRORS}
              onChange={(change) => setTyped({ ...typed, ...change })}
            />
          </>
        )}
        <PhotoPicker photos={photos} />
      </BlockStack>
    </ConfirmDialog>
  );
}

type Items = SubmissionView["items"];

interface Errors {
  kind?: string | undefined;
  description?: string | undefined;
  /** By the item's id. */
  quantities: Readonly<Record<string, string | undefined>>;
}
const NO_ERRORS: Errors = { quantities: {} };

function errorsOf(typed: Typed, items: Items): Errors {
  const text = CLAIM_FORM.errors;
  const isNothing = isNothingTyped(typed.quantities, items);
  const quantities = items.map((item, at) => {
    const none = isNothing && at === 0 ? text.none : undefined;
    return [item.id, quantityError(typed.quantities, item) ?? none] as const;
  });
  return {
    kind: typed.kind === "" ? text.kind : undefined,
    description: typed.description.trim() === "" ? text.description : tooLong(typed.description),
    quantities: Object.fromEntries(quantities),
  };
}

const tooLong = (text: string): string | undefined =>
  isLongerThan(text.trim(), CLAIM_TEXT_MAX) ? CLAIM_FORM.errors.tooLong(CLAIM_TEXT_MAX) : undefined;

interface ClaimFieldsProps {
  submission: SubmissionView;
  typed: Typed;
  errors: Errors;
  onChange(change: Partial<Typed>): void;
}

function ClaimFields({ submission: { items, parcels }, typed, errors, onChange }: ClaimFieldsProps) {
  const numbers = parcels.map(({ trackingNumber }) => ({ value: trackingNumber, label: trackingNumber }));
  return (
    <>
      {numbers.length > 0 && (
        <Select
          label={CLAIM_FORM.package}
          options={[{ value: "", label: CLAIM_FORM.allPackages }, ...numbers]}
          value={typed.trackingNumber}
          onChange={(number) => onChange({ trackingNumber: number })}
        />
      )}
      <Select
        label={CLAIM_FORM.problem}
        placeholder={CLAIM_FORM.choose}
        options={CLAIM_KINDS.map((value) => ({ value, label: CLAIM_KIND_NAMES[value] }))}
        value={typed.kind}
        error={errors.kind}
        onChange={(value) => onChange({ kind: CLAIM_KINDS.find((one) => one === value) ?? "" })}
      />
      <SentQuantities
        items={items}
        typed={typed.quantities}
        errorOf={({ id }) => errors.quantities[id]}
        onChange={(quantities) => onChange({ quantities })}
      />
      <TextField
        label={CLAIM_FORM.description}
        helpText={CLAIM_FORM.descriptionHelp}
        multiline={3}
        maxHeight="40vh"
        value={typed.description}
        error={errors.description}
        onChange={(description) => onChange({ description })}
        autoComplete="off"
      />
    </>
  );
}

interface ClaimDialogProps {
  kind: ClaimDialogKind;
  page: OrderDetails;
  claim: ClaimView;
  submission: SubmissionView;
  onClose(): void;
}

/** A dialog about a claim that stands. */
export function ClaimDialog({ kind, ...props }: ClaimDialogProps) {
  switch (kind) {
    case "message":
      return <MessageDialog {...props} />;
    case "answer":
      return <AnswerDialog {...props} />;
    case "customer":
      return <CustomerDialog {...props} />;
    case "photos":
      return <PhotosDialog {...props} />;
  }
}

type DialogProps = Omit<ClaimDialogProps, "kind">;

/** The message to the print service, to copy. That it was sent is for staff to say. */
function MessageDialog({ page, claim, submission, onClose }: DialogProps) {
  useRestoreFocus();
  const { name: shopName } = useShop();
  const settings = useRecipient(page.number, claim.id);
  const { busy, problem, send } = useClaimRequests(page.number, onClose);
  const { id: claimId, version } = claim;
  const sent = {
    content: CLAIM_MESSAGE.sent,
    loading: busy,
    onAction: () => send({ intent: "ask", claimId, version }),
  };
  return (
    <Modal
      open
      title={PROVIDER_MESSAGE.title}
      onClose={onClose}
      secondaryActions={claim.state === "open" ? [sent] : undefined}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {problem !== null && <FocusedWarning text={problem} />}
          {claim.photos.length > 0 && (
            <Banner tone="info">
              <p>{CLAIM_MESSAGE.attach(claim.photos.length)}</p>
            </Banner>
          )}
          {settings ? (
            <EditableMessage
              text={claimMessage({ claim, submission, shopName })}
              email={settings.printServiceEmail}
              references={[submission.reference]}
            />
          ) : (
            <SkeletonBodyText lines={8} />
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/** What the print service answered. */
function AnswerDialog({ page, claim, onClose }: DialogProps) {
  const [answer, setAnswer] = useState<ClaimAnswer | null>(claim.answer);
  const [answerText, setText] = useState(claim.answerText ?? "");
  const [checked, setChecked] = useState(false);
  const { busy, problem, send } = useClaimRequests(page.number, onClose);
  const error = tooLong(answerText);
  const save = (): void => {
    setChecked(true);
    if (!answer || error) return focusFirstError();
    send({ intent: "answer", claimId: claim.id, version: claim.version, answer, answerText: answerText.trim() });
  };
  return (
    <ConfirmDialog title={CLAIM_ANSWER.title} label={CLAIM_ANSWER.save} busy={busy} onConfirm={save} onClose={onClose}>
      <BlockStack gap="400">
        {problem !== null && <FocusedWarning text={problem} />}
        <ChoiceList
          title={CLAIM_ANSWER.answer}
          choices={CLAIM_ANSWERS.map((value) => ({ value, label: CLAIM_ANSWER_NAMES[value] }))}
          selected={answer ? [answer] : []}
          error={checked && !answer ? CLAIM_ANSWER.missing : undefined}
          onChange={([value]) => setAnswer(CLAIM_ANSWERS.find((one) => one === value) ?? null)}
        />
        {claim.description !== null && (
          <TextField
            label={CLAIM_ANSWER.text}
            multiline={4}
            maxHeight="40vh"
            value={answerText}
            error={checked ? error : undefined}
            onChange={setText}
            autoComplete="off"
          />
        )}
      </BlockStack>
    </ConfirmDialog>
  );
}

/** A message to the customer, to copy. */
function CustomerDialog({ page, claim, submission, onClose }: DialogProps) {
  useRestoreFocus();
  const { name: shopName } = useShop();
  return (
    <Modal open title={CLAIM_MESSAGE.customerTitle} onClose={onClose}>
      <Modal.Section>
        <EditableMessage
          text={customerMessage(claim, page.name, shopName)}
          help={CLAIM_MESSAGE.customerHelp}
          email={null}
          references={[submission.reference]}
        />
      </Modal.Section>
    </Modal>
  );
}

/** Adds photos to a claim. */
function PhotosDialog({ claim, onClose }: DialogProps) {
  const bridge = useAppBridge();
  const photos = usePhotos(MAX_PHOTOS - claim.photos.length);
  const save = async (): Promise<void> => {
    if (!(await photos.upload(claim.id))) return;
    bridge.toast.show(CLAIMS.saved.photos);
    onClose();
  };
  return (
    <ConfirmDialog
      title={CLAIM_FORM.photos.title}
      label={CLAIM_FORM.photos.add}
      disabled={photos.chosen.length === 0 || photos.blocked}
      busy={photos.busy}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <PhotoPicker photos={photos} />
    </ConfirmDialog>
  );
}
