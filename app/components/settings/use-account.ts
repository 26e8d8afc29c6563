import { useAppBridge } from "@shopify/app-bridge-react";
import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { Connected } from "../../settings/edit/connect-account.ts";
import type { AccountTest } from "../../settings/edit/test-account.ts";
import type { Failed } from "../common/request-failed.ts";

type Connecting = Connected | { outcome: "incomplete" } | Failed;
type Testing = { outcome: "tested"; test: AccountTest | null } | Failed;
type Disconnecting = { outcome: "disconnected" } | Failed;

type Trusting = { outcome: "trusted" | "known" } | Failed;

const ADDRESS = { method: "POST", action: "/app/settings/account", encType: "application/json" } as const;

/** Connecting the print account: what came of the last try. `onConnected` is called once it is done. */
export function useConnect(onConnected: () => void) {
  const { answer, busy, send } = useAct<Connecting>((done) => {
    if (done.outcome !== "connected") return undefined;
    onConnected();
    return "Print service connected";
  });
  return {
    connect: (email: string, password: string) => send({ act: "connect", email, password }),
    connecting: busy,
    refused: answer?.outcome === "refused" || answer?.outcome === "incomplete",
    unusable: answer?.outcome === "misconfigured" || answer?.outcome === "unreadable" ? answer : null,
    away: answer?.outcome === "unavailable" || answer?.outcome === "failed",
  };
}

/** Testing the connection: the last test, and whether it could not be made. */
export function useTest() {
  const { answer, busy, send } = useAct<Testing>(() => undefined);
  return {
    start: () => send({ act: "test" }),
    testing: busy,
    test: answer?.outcome === "tested" ? answer.test : null,
    failed: answer?.outcome === "failed",
  };
}

export function useDisconnect(onDone: () => void) {
  const { answer, busy, send } = useAct<Disconnecting>((done) => {
    if (done.outcome !== "disconnected") return undefined;
    onDone();
    return "Print service disconnected";
  });
  return { disconnect: () => send({ act: "disconnect" }), disconnecting: busy, failed: answer?.outcome === "failed" };
}

export function useTrustPast(onDone: () => void) {
  const { answer, busy, send } = useAct<Trusting>((done) => {
    if (done.outcome === "failed") return undefined;
    onDone();
    return "Orders are sent again";
  });
  return { trust: () => send({ act: "trust_past" }), trusting: busy, failed: answer?.outcome === "failed" };
}

/** One act on the account. `onAnswer` sees each answer once, and names the success that is to be told. */
function useAct<Answer>(onAnswer: (answer: Answer) => string | undefined) {
  const fetcher = useFetcher<Answer>();
  const shopify = useAppBridge();
  const busy = fetcher.state !== "idle";
  const answer = busy ? undefined : (fetcher.data as Answer | undefined);
  useEffect(() => {
    const told = answer && onAnswer(answer);
    if (told) shopify.toast.show(told);
  }, [answer]);
  return { answer, busy, send: (body: Record<string, string>) => fetcher.submit(body, ADDRESS) };
}
