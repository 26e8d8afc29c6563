import {
  BlockStack,
  Button,
  ButtonGroup,
  ChoiceList,
  Card,
  FormLayout,
  TextField,
  Banner,
  Divider,
  Text,
} from "@shopify/polaris";
import { useEffect, useState } from "react";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { AccountView, ConnectResult, AccountTest } from "../../settings-page/account.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { COPY, unavailableCopy, unreadableMessage, wrongSettingMessage } from "./copy.ts";
import { focusFirstError } from "../common/focus.ts";
import { Form } from "../common/form.tsx";
import { ConfirmDialog } from "../common/confirm-dialog.tsx";
import { CardHeading } from "../common/text.tsx";
import type { RequestFailed } from "../common/request-failed.ts";
import type { InterfaceVersion } from "../../ports/print-service.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import { useDenied } from "../common/shop-context.tsx";

const text = COPY.account;

interface Props {
  /** The account that is connected now. */
  present: AccountView["state"];
  /** The version of the print service's API that the same account is to be reached through. */
  version?: InterfaceVersion | undefined;
  actions: AccountActions;
  /** undefined without an account to go back to. */
  onCancel: (() => void) | undefined;
}

const EMPTY = { email: "", password: "", accessToken: "" };
type Field = keyof typeof EMPTY;
/** How a person signs in. */
type Method = "password" | "token";

/** The email and password of the print account, or its access token. Nothing changes where both versions are compared first. */
export function AccountForm({ present, version, actions, onCancel }: Props) {
  const [input, setInput] = useState(EMPTY);
  const [method, setMethod] = useState<Method>(version === undefined ? "password" : "token");
  const [missing, setMissing] = useState<Partial<Record<Field, string | undefined>>>({});
  const { practice, connection } = actions;
  const denied = useDenied();
  const [tried, setTried] = useState(false);
  // The answer to a form that was closed is none to this one.
  const { rejected, otherVersion, problem, unavailable, failed }: Partial<typeof connection> = tried ? connection : {};
  const [changed, setChanged] = useState(false);
  // The button that had the focus was disabled meanwhile, and has lost it.
  useEffect(() => {
    if (rejected && !connection.connecting) focusFirstError();
  }, [rejected, connection.connecting]);
  const submit = () => {
    setChanged(false);
    const problems = findMissing(input, method);
    setMissing(problems);
    if (Object.keys(problems).length > 0) return;
    setTried(true);
    connection.connect(input, method, version);
  };
  const retry = { content: COMMON.tryAgain, onAction: submit };
  const update = (field: Field) => (typed: string) => {
    setInput({ ...input, [field]: typed });
    setChanged(true);
    setMissing({ ...missing, [field]: undefined });
  };
  return (
    <Card>
      <Form onSubmit={submit} noValidate>
        <BlockStack gap="400">
          {problem?.outcome === "misconfigured" && (
            <MessageBanner
              tone="critical"
              title={text.misconfigured}
              text={wrongSettingMessage(problem.setting)}
              action={retry}
            />
          )}
          {problem?.outcome === "unreadable" && (
            <MessageBanner
              tone="warning"
              title={text.unreadable.title}
              text={`${unreadableMessage(problem)} ${text.unreadable.unchanged}`}
              action={retry}
            />
          )}
          {unavailable && <MessageBanner tone="warning" {...unavailableCopy(unavailable)} action={retry} />}
          {failed && <MessageBanner tone="warning" {...COMMON.requestFailed} action={retry} />}
          {version && <MessageBanner tone="info" title={COPY.move.form.title} text={COPY.move.form.text} />}
          {present === "practice" && <MessageBanner tone="info" text={COPY.practice.afterSwitch} />}
          {otherVersion && !changed && (
            <MessageBanner tone="critical" title={text.otherVersion.title} text={text.otherVersion[method]} />
          )}
          <ChoiceList
            title={text.method.title}
            choices={[
              { label: text.method.password, value: "password" },
              { label: text.method.token, value: "token" },
            ]}
            selected={[method]}
            onChange={([chosen]) => {
              setMethod(chosen === "token" ? "token" : "password");
              setMissing({});
              setTried(false);
            }}
          />
          <FormLayout>
            {method === "password" ? (
              <>
                <TextField
                  label={COMMON.emailField}
                  type="email"
                  value={input.email}
                  onChange={update("email")}
                  error={missing.email}
                  autoComplete="off"
                />
                <TextField
                  label={text.password}
                  type="password"
                  value={input.password}
                  onChange={update("password")}
                  error={missing.password ?? (rejected && !changed ? text.credentialsRejected : undefined)}
                  autoComplete="off"
                />
              </>
            ) : (
              <TextField
                label={text.accessToken}
                type="password"
                value={input.accessToken}
                onChange={update("accessToken")}
                error={missing.accessToken ?? (rejected && !changed ? text.tokenRejected : undefined)}
                helpText={text.accessTokenHelp}
                autoComplete="off"
              />
            )}
          </FormLayout>
          <ButtonGroup>
            <Button submit variant="primary" disabled={denied} loading={connection.connecting}>
              {version ? COPY.move.form.compare : text.connect}
            </Button>
            {onCancel && <Button onClick={onCancel}>{COMMON.cancel}</Button>}
          </ButtonGroup>
          {present !== "practice" && !version && (
            <PracticeOffer replacesLive={present !== "none"} practice={practice} />
          )}
        </BlockStack>
      </Form>
    </Card>
  );
}

function findMissing({ email, password, accessToken }: typeof EMPTY, method: Method): Partial<typeof EMPTY> {
  if (method === "token")
    return /^\s*[\x21-\x7e]{8,4000}\s*$/.test(accessToken) ? {} : { accessToken: text.accessTokenMissing };
  return {
    ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: text.emailMissing }),
    ...(password ? {} : { password: text.passwordMissing }),
  };
}

const offerText = COPY.practice;

interface PracticeOfferProps {
  /** A live account is connected now. */
  replacesLive: boolean;
  practice: AccountActions["practice"];
}

/** Offers the practice account to merchants without an account at the print service, and to those who want to try Inkbridge. */
function PracticeOffer({ replacesLive, practice }: PracticeOfferProps) {
  const [asking, setAsking] = useState(false);
  const denied = useDenied();
  const { connect, connecting, failed } = practice;
  return (
    <BlockStack gap="400">
      <Divider />
      <BlockStack gap="300" inlineAlign="start">
        <CardHeading>{offerText.offer.title}</CardHeading>
        <Text as="p">{offerText.offer.text}</Text>
        <Button disabled={denied} onClick={() => setAsking(true)}>
          {offerText.offer.action}
        </Button>
      </BlockStack>
      <ConfirmDialog
        open={asking}
        title={offerText.confirm.title}
        label={offerText.offer.action}
        busy={connecting}
        onConfirm={connect}
        onClose={() => setAsking(false)}
      >
        <BlockStack gap="200">
          {failed && <Banner tone="critical">{offerText.confirm.failed}</Banner>}
          <Text as="p">{offerText.orders}</Text>
          {replacesLive && <Text as="p">{offerText.confirm.replacesLive}</Text>}
          <Text as="p">{offerText.confirm.later}</Text>
        </BlockStack>
      </ConfirmDialog>
    </BlockStack>
  );
}

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
    disconnection: useConfirmedAction("disconnect", toast.disconnected),
    override: useConfirmedAction("override_history_check", toast.overridden),
  };
}

export type AccountActions = ReturnType<typeof useAccountActions>;

/** Connects the print account; keeps the result of the last try. Calls `onConnected` after a success. */
function useConnect(onConnected: () => void) {
  const { answer, busy, send } = useAccountAction<ConnectResponse>((done) => {
    if (done.outcome !== "connected" && done.outcome !== "comparing") return undefined;
    onConnected();
    return done.outcome === "connected" ? toast.connected : toast.comparing;
  });
  return {
    connect: ({ email, password, accessToken }: typeof EMPTY, method: Method, version?: InterfaceVersion) => {
      const login: Record<string, string> =
        method === "token" ? { action: "connect_token", accessToken } : { action: "connect", email, password };
      send(version ? { ...login, version } : login);
    },
    connecting: busy,
    rejected: answer?.outcome === "rejected" || answer?.outcome === "incomplete",
    otherVersion: answer?.outcome === "other_version",
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

/** An action that asks first; the question stays where the action failed. */
function useConfirmedAction(action: "disconnect" | "override_history_check", message: string) {
  const [asking, ask] = useState(false);
  const { answer, busy, send } = useAccountAction<DisconnectResponse | OverrideResponse>((done) => {
    if (done.outcome === "failed") return undefined;
    ask(false);
    return message;
  });
  return { asking, ask, confirm: () => send({ action }), busy, failed: answer?.outcome === "failed" };
}

/** An action on the account. `onAnswer` gets each answer once, and returns the toast of a success. */
export function useAccountAction<Answer>(onAnswer: (answer: Answer) => string | undefined) {
  const shopify = useAppBridge();
  return useJsonFetcher<Answer>((answer) => {
    const message = onAnswer(answer);
    if (message) shopify.toast.show(message);
  }, "/app/settings/account");
}
