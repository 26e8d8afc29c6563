import { useAppBridge } from "@shopify/app-bridge-react";
import { useState } from "react";
import type { ConnectResult, AccountTest } from "../../settings-page/account.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { COPY } from "./copy.ts";

type ConnectResponse = ConnectResult | { outcome: "incomplete" } | RequestFailed;
type TestResponse = { outcome: "tested"; test: AccountTest | null } | RequestFailed;
type PracticeResponse = { outcome: "practice" } | RequestFailed;
type DisconnectResponse = { outcome: "disconnected" } | RequestFailed;

type OverrideResponse = { outcome: "overridden" | "already_complete" } | RequestFailed;

const { toast } = COPY.account;

/**
 * What can be done with the account. Called by what stays on the page: the form or the dialog of an action is gone by the time of
 * its answer, since the page shows what became of the account.
 */
export function useAccountActions(onConnected: () => void) {
  return {
    connection: useConnect(onConnected),
    practice: useConnectPractice(onConnected),
    disconnection: useDisconnect(),
    override: useOverrideHistoryCheck(),
  };
}

export type AccountActions = ReturnType<typeof useAccountActions>;

/** Connects the print account; keeps the result of the last try. Calls `onConnected` after a success. */
function useConnect(onConnected: () => void) {
  const { answer, busy, send } = useAccountAction<ConnectResponse>((done) => {
    if (done.outcome !== "connected") return undefined;
    onConnected();
    return toast.connected;
  });
  return {
    connect: (email: string, password: string) => send({ action: "connect", email, password }),
    connecting: busy,
    rejected: answer?.outcome === "rejected" || answer?.outcome === "incomplete",
    problem: answer?.outcome === "misconfigured" || answer?.outcome === "unreadable" ? answer : null,
    unavailable: answer?.outcome === "unavailable" ? answer : null,
    failed: answer?.outcome === "failed",
  };
}

/** Tests the connection; keeps the last result. */
export function useConnectionTest() {
  const { answer, busy, send } = useAccountAction<TestResponse>(() => undefined);
  return {
    start: () => send({ action: "test" }),
    testing: busy,
    test: answer?.outcome === "tested" ? answer.test : null,
    failed: answer?.outcome === "failed",
  };
}

function useConnectPractice(onDone: () => void) {
  const { answer, busy, send } = useAccountAction<PracticeResponse>((done) => {
    if (done.outcome !== "practice") return undefined;
    onDone();
    return toast.practice;
  });
  return {
    connect: () => send({ action: "use_practice" }),
    connecting: busy,
    failed: answer?.outcome === "failed",
  };
}

/** Asks first. */
function useDisconnect() {
  const [asking, ask] = useState(false);
  const { answer, busy, send } = useAccountAction<DisconnectResponse>((done) => {
    if (done.outcome !== "disconnected") return undefined;
    ask(false);
    return toast.disconnected;
  });
  return {
    asking,
    ask,
    disconnect: () => send({ action: "disconnect" }),
    disconnecting: busy,
    failed: answer?.outcome === "failed",
  };
}

/** Asks first. */
function useOverrideHistoryCheck() {
  const [asking, ask] = useState(false);
  const { answer, busy, send } = useAccountAction<OverrideResponse>((done) => {
    if (done.outcome === "failed") return undefined;
    ask(false);
    return toast.overridden;
  });
  return {
    asking,
    ask,
    override: () => send({ action: "override_history_check" }),
    overriding: busy,
    failed: answer?.outcome === "failed",
  };
}

/** An action on the account. `onAnswer` gets each answer once, and returns the toast of a success. */
function useAccountAction<Answer>(onAnswer: (answer: Answer) => string | undefined) {
  const shopify = useAppBridge();
  return useJsonFetcher<Answer>((answer) => {
    const message = onAnswer(answer);
    if (message) shopify.toast.show(message);
  }, "/app/settings/account");
}
