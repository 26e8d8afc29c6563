import {
  Banner,
  BlockStack,
  Button,
  Checkbox,
  InlineStack,
  Modal,
  SkeletonBodyText,
  TextField,
} from "@shopify/polaris";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { foldName } from "../../common/clean-text.ts";
import type { ChangeForm, LineForm, OrderForm, SubjectForm } from "../../orders/changes/change-form.ts";
import { enteredValues } from "../../orders/changes/entered-values.ts";
import type { ChangePreview, PreviewResult, SaveResult } from "../../orders/changes/change-order.ts";
import type { FieldProblem } from "../../orders/changes/find-problems.ts";
import type { KeepResult } from "../../orders/changes/settle-change.ts";
import type { OrderLineId } from "../../ports/ids.ts";
import { WRITE_ORDERS_SCOPE } from "../../ports/shopify.ts";
import { hasFailed, type RequestFailed } from "../common/request-failed.ts";
import { FocusedWarning, MessageBanner } from "../common/banners.tsx";
import { COPY } from "../common/copy.ts";
import { focusFirstError, useRestoreFocus } from "../common/focus.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { useScopeRequest } from "../common/use-scope-request.ts";
import { CHANGE } from "./change-copy.ts";
import { LineFields, OrderFields, type QuantityField, OutdatedChange, Preview } from "./change-fields.tsx";
import { typedQuantity } from "./sent-quantities.tsx";

/** What the dialog loads. */
export interface LoadedChange {
  form: ChangeForm;
  countries: { value: string; label: string }[];
}

interface ChangeDialogProps {
  orderNumber: string;
  /** null: the order as a whole. */
  lineId: OrderLineId | null;
  title: string;
  /** An outdated change of it is all that holds the order. */
  isLastHold: boolean;
  /** Names of line item properties whose texts are added to the print note. */
  addTexts: readonly string[];
  /** With the text to show. */
  onDone(message: string): void;
  onClose(): void;
}

/** Changes a line, or the address and shipping of the order: first the values, then a preview of what is sent. */
export function ChangeDialog(props: ChangeDialogProps) {
  useRestoreFocus();
  const { load, data, state } = useFetcher<LoadedChange>();
  const path = `/app/orders/${props.orderNumber}/changes`;
  useEffect(() => load(path), [load, path]);
  const { lineId } = props;
  const read = data?.form.status === "read" ? data.form : null;
  const subject = lineId === null ? read?.order : read?.lines.find((one) => one.lineId === lineId);
  if (data && read && subject)
    return <OpenDialog {...props} path={path} read={read} subject={subject} countries={data.countries} />;
  const retry = { content: COPY.tryAgain, loading: state !== "idle", onAction: () => load(path) };
  const problem =
    data?.form.status === "unreadable" ? { text: CHANGE.unreadable, action: retry } : { text: CHANGE.closed };
  return (
    <Modal open title={props.title} onClose={props.onClose} secondaryActions={[closing(props.onClose)]}>
      <Modal.Section>
        {data ? <MessageBanner tone="warning" {...problem} /> : <SkeletonBodyText lines={6} />}
      </Modal.Section>
    </Modal>
  );
}

const closing = (onAction: () => void) => ({ content: CHANGE.close, onAction });

type Answer = PreviewResult | SaveResult | { result: KeepResult } | RequestFailed;

interface OpenDialogProps extends ChangeDialogProps {
  path: string;
  read: Extract<ChangeForm, { status: "read" }>;
  subject: SubjectForm;
  countries: LoadedChange["countries"];
}

function OpenDialog(props: OpenDialogProps) {
  const { path, read, subject, countries, lineId, title, isLastHold, addTexts, onDone, onClose } = props;
  const { change } = subject;
  const [values, setValues] = useState({ ...subject.values, ...noteWith(subject, addTexts) });
  const quantity = useQuantity(subject);
  const [reason, setReason] = useState(change?.reason ?? "");
  const [saveAddress, setSaveAddress] = useState(false);
  const [preview, setPreview] = useState<ChangePreview | null>(null);
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [notice, setNotice] = useState<string | null>(null);
  const [intent, setIntent] = useState<"preview" | "save" | "approve" | "keep" | "withdraw">("preview");
  const { busy, send } = useJsonFetcher<Answer>((answer) => {
    if (hasFailed(answer)) return setNotice(COPY.entriesKept);
    if ("preview" in answer) setPreview(answer.preview);
    if ("problems" in answer) {
      setProblems(answer.problems);
      // Beside their fields, which the preview hides.
      setPreview(null);
      focusFirstError();
    }
    if (answer.result === "outdated") setNotice(CHANGE.outdated);
    if (answer.result === "unreadable") setNotice(CHANGE.unreadable);
    if (answer.result === "invalid_state" || answer.result === "not_found") setNotice(CHANGE.closed);
    if (answer.result === "saved")
      onDone(intent === "approve" ? CHANGE.savedAndApproved : preview?.sends ? CHANGE.savedAndSent : CHANGE.saved);
    if (answer.result === "done")
      onDone(intent === "withdraw" ? CHANGE.withdrawn : isLastHold ? CHANGE.keptAndSent : CHANGE.kept);
  }, path);
  const request = (next: typeof intent, body: object) => {
    setProblems([]);
    setNotice(null);
    setIntent(next);
    const approves = next === "approve";
    send({ intent: approves ? "save" : next, approves, ...body } as Parameters<typeof send>[0]);
  };
  const entered = enteredValues(subject.given, { ...values, quantity: quantity.typed });
  const wanted = { lineId, values: entered, reason, saveAddress };
  const withdraw = change && {
    content: CHANGE.withdraw,
    disabled: busy,
    onAction: () => request("withdraw", { changeId: change.id }),
  };
  const save = preview && {
    content: preview.sends ? CHANGE.saveAndSend : CHANGE.save,
    loading: busy && intent === "save",
    disabled: busy && intent !== "save",
    onAction: () => request("save", { ...wanted, token: preview.token }),
  };
  const approve = preview?.reviews && {
    content: CHANGE.saveAndApprove,
    loading: busy && intent === "approve",
    disabled: busy && intent !== "approve",
    onAction: () => request("approve", { ...wanted, token: preview.token }),
  };
  const primary = save
    ? approve || save
    : {
        content: CHANGE.preview,
        disabled: quantity.isBad,
        loading: busy,
        onAction: () => request("preview", wanted),
      };
  const secondary = save
    ? [{ content: CHANGE.back, disabled: busy, onAction: () => setPreview(null) }, ...(approve ? [save] : [])]
    : [...(withdraw ? [withdraw] : []), closing(onClose)];
  const fields = { values, problems, onChange: setValues };
  return (
    <Modal open title={title} onClose={onClose} primaryAction={primary} secondaryActions={secondary}>
      <Modal.Section>
        <BlockStack gap="400">
          {notice !== null && <FocusedWarning text={notice} />}
          {preview ? (
            <Preview preview={preview} />
          ) : (
            <>
              {change && change.outdated.length > 0 && (
                <OutdatedChange subject={subject} isLastHold={isLastHold}>
                  <InlineStack>
                    <Button
                      disabled={busy}
                      onClick={() => request("keep", { lineId, changeId: change.id, seen: change.seen })}
                    >
                      {isLastHold ? CHANGE.keepAndSend : CHANGE.keep}
                    </Button>
                  </InlineStack>
                </OutdatedChange>
              )}
              {lineId === null ? (
                values.address && (
                  <OrderFields {...fields} form={subject as OrderForm} address={values.address} countries={countries} />
                )
              ) : (
                <LineFields {...fields} quantity={quantity} form={subject as LineForm} />
              )}
              <TextField
                label={CHANGE.reason}
                value={reason}
                helpText={CHANGE.reasonHelp}
                maxLength={500}
                autoComplete="off"
                onChange={setReason}
              />
              {lineId === null && (
                <SaveAddress allowed={read.maySaveAddress} checked={saveAddress} onChange={setSaveAddress} />
              )}
            </>
          )}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

/** The note with the customer's texts behind it; empty where none is added. */
function noteWith(subject: SubjectForm, names: readonly string[]): { note?: string } {
  if (!("texts" in subject) || names.length === 0) return {};
  const wanted = names.map(foldName);
  const texts = (subject as LineForm).texts.filter(({ name }) => wanted.includes(foldName(name)));
  const { note = "" } = subject.values;
  return { note: [note, ...texts.map(({ name, value }) => `${name}: ${value}`)].filter(Boolean).join(", ") };
}

/** The quantity as text: a field may be cleared and typed anew. `typed`: undefined where no quantity is changed. */
function useQuantity(subject: SubjectForm): QuantityField & { typed: number | undefined } {
  const [text, onChange] = useState(String(subject.values.quantity ?? ""));
  const needed = "needed" in subject ? (subject as LineForm).needed : null;
  const quantity = needed === null ? undefined : typedQuantity(text, { min: 1, max: needed });
  return { text, onChange, isBad: quantity === null, typed: quantity ?? undefined };
}

interface SaveAddressProps {
  /** The store lets the app edit orders. */
  allowed: boolean;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Whether Shopify gets the address, too; the merchant may have to allow that first. */
function SaveAddress({ allowed, checked, onChange }: SaveAddressProps) {
  const scope = { scope: WRITE_ORDERS_SCOPE, allowed, granted: CHANGE.editingAllowed };
  const { isAllowed, requesting, failed, request } = useScopeRequest(scope);
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Checkbox
        label={CHANGE.saveAddress}
        helpText={isAllowed ? CHANGE.maySaveAddress : CHANGE.mayNotSaveAddress}
        disabled={!isAllowed}
        checked={checked}
        onChange={onChange}
      />
      {!isAllowed && (
        <Button loading={requesting} onClick={request}>
          {CHANGE.allowEditing}
        </Button>
      )}
      {failed && (
        <Banner tone="warning">
          <p>{CHANGE.editingNotRequested}</p>
        </Banner>
      )}
    </BlockStack>
  );
}
