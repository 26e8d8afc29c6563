import {
  Badge,
  BlockStack,
  Button,
  Card,
  Checkbox,
  FormLayout,
  InlineStack,
  SkeletonBodyText,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import { ALL_ORDERS_SCOPE } from "../../ports/shopify.ts";
import type { AccountView } from "../../settings-page/account.ts";
import type { AccountMoveView } from "../../settings-page/move-account.ts";
import type { InterfaceVersion } from "../../ports/print-service.ts";
import type { SettingsView } from "../../settings-page/settings-draft.ts";
import { MessageBanner } from "../common/banners.tsx";
import { DateTime } from "../common/date-time.tsx";
import { useShop } from "../common/shop-context.tsx";
import { Note, Subheading } from "../common/text.tsx";
import { useScopeRequest } from "../common/use-scope-request.ts";
import { COPY as WEBHOOK_COPY, KIND_LABELS, statusCopy } from "../webhooks/copy.ts";
import { LoadFailedBanner, useWebhooksOverview } from "../webhooks/use-webhooks-overview.tsx";
import { AccountConnected, AccountPractice } from "./account-connected.tsx";
import { AccountForm, useAccountActions } from "./account-form.tsx";
import { AccountMove, NewerVersion } from "./account-move.tsx";
import { COPY } from "./copy.ts";
import { ChoiceSetting, TextSetting } from "./fields.tsx";
import { Section } from "./section.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { useSetting, useSettingsForm, type SettingsForm } from "./use-settings-form.ts";

interface Props {
  settings: SettingsView;
  account: AccountView;
  move: AccountMoveView | null;
  /** The merchant allows access to orders of more than 60 days. */
  olderOrders: boolean;
}

/** The print account, which has its own buttons, with its updates and its support, and how far the app sees back in Shopify. */
export function AccountPage({ settings, account, move, olderOrders }: Props) {
  const form = useSettingsForm(settings);
  return (
    <SettingsFrame page="account" form={form} unreadable={settings.unreadable} offersRun={false}>
      <AccountSection account={account} move={move} />
      <WebhooksSection account={account} />
      <PaymentSection form={form} />
      <SupportSection form={form} />
      <OlderOrdersSection allowed={olderOrders} />
    </SettingsFrame>
  );
}

/** The shop's account at the print service. */
function AccountSection({ account, move }: { account: AccountView; move: AccountMoveView | null }) {
  /** What the form is for: another login, or another version of the print service's API. */
  const [changing, setChanging] = useState<"login" | InterfaceVersion | null>(null);
  const change = () => setChanging("login");
  const done = () => setChanging(null);
  const actions = useAccountActions(done);
  if (account.state === "none" || changing)
    return (
      <Section id="print-account" title={COPY.account.title} description={COPY.account.description}>
        <AccountForm
          present={account.state}
          version={changing && changing !== "login" ? changing : undefined}
          actions={actions}
          onCancel={account.state === "none" ? undefined : done}
        />
      </Section>
    );
  return (
    <Section id="print-account" title={COPY.account.title} description={COPY.account.description}>
      {account.state === "practice" ? (
        <AccountPractice account={account} actions={actions} onChange={change} />
      ) : (
        <BlockStack gap="400">
          <AccountConnected account={account} actions={actions} onChange={change} />
          {move && <AccountMove move={move} />}
          {!move && account.version === "v1" && <NewerVersion onStart={() => setChanging("v3")} />}
        </BlockStack>
      )}
    </Section>
  );
}

const paymentText = COPY.providerPayments;

/** What is paid and canceled at the print service without a person, where the account can be told to. */
function PaymentSection({ form }: { form: SettingsForm }) {
  const { pays, cancels } = useShop();
  const payment = useSetting(form, "automaticPayment");
  // Of a setting of another page: what is saved there.
  const { value: currency } = useSetting(form, "serviceCurrency");
  const { value, set, error } = payment;
  if (!pays && !cancels) return null;
  return (
    <Section id="pay-and-cancel" title={paymentText.title} description={paymentText.description}>
      <Card>
        <FormLayout>
          {pays && (
            <Checkbox
              label={paymentText.automatic}
              helpText={paymentText.automaticHelp}
              checked={value.on}
              onChange={(on) => set({ ...value, on })}
            />
          )}
          {pays && value.on && (
            <FormLayout.Group>
              <TextField
                label={paymentText.perDay}
                helpText={paymentText.perDayHelp}
                value={value.perDay}
                onChange={(perDay) => set({ ...value, perDay })}
                error={error("perDay")}
                inputMode="decimal"
                suffix={currency}
                autoComplete="off"
              />
              <TextField
                label={paymentText.perOrder}
                helpText={paymentText.perOrderHelp}
                value={value.perOrder}
                onChange={(perOrder) => set({ ...value, perOrder })}
                error={error("perOrder")}
                inputMode="decimal"
                suffix={currency}
                autoComplete="off"
              />
            </FormLayout.Group>
          )}
          {cancels && (
            <ChoiceSetting
              form={form}
              name="cancelAtProvider"
              label={paymentText.cancel}
              choices={[
                { value: "by_hand", label: paymentText.byHand, helpText: paymentText.byHandHelp },
                { value: "automatically", label: paymentText.automatically, helpText: paymentText.automaticallyHelp },
              ]}
            />
          )}
        </FormLayout>
      </Card>
    </Section>
  );
}

/** Where messages about an order are written to. */
function SupportSection({ form }: { form: SettingsForm }) {
  const text = COPY.support;
  return (
    <Section id="support" title={text.title} description={text.description}>
      <Card>
        <TextSetting
          form={form}
          name="printServiceEmail"
          label={text.email}
          type="email"
          inputMode="email"
          helpText={text.emailHelp}
        />
      </Card>
    </Section>
  );
}

const olderOrdersText = COPY.olderOrders;

/** Access to orders of more than 60 days: what it is for, and the request for it. */
function OlderOrdersSection({ allowed }: { allowed: boolean }) {
  const { isAllowed, requesting, failed, request } = useScopeRequest({
    scope: ALL_ORDERS_SCOPE,
    allowed,
    granted: olderOrdersText.granted,
  });
  return (
    <Section id="older-orders" title={olderOrdersText.title} description={olderOrdersText.description}>
      <Card>
        <BlockStack gap="300" inlineAlign="start">
          <InlineStack gap="200" blockAlign="center">
            <Subheading>{olderOrdersText.access}</Subheading>
            <Badge tone={isAllowed ? "success" : undefined}>
              {isAllowed ? olderOrdersText.allowed : olderOrdersText.notAllowed}
            </Badge>
          </InlineStack>
          <Note>{isAllowed ? olderOrdersText.allowedNote : olderOrdersText.notAllowedNote}</Note>
          {failed && <MessageBanner tone="warning" {...olderOrdersText.failed} />}
          {!isAllowed && (
            <Button onClick={request} loading={requesting}>
              {olderOrdersText.request}
            </Button>
          )}
        </BlockStack>
      </Card>
    </Section>
  );
}

const webhooksText = COPY.webhooks;

type Webhook = NonNullable<ReturnType<typeof useWebhooksOverview>["overview"]>["webhooks"][number];

/** The webhooks at the print service, loaded once the page is shown. */
function WebhooksSection({ account }: { account: AccountView }) {
  return (
    <Section id="webhooks" title={webhooksText.title} description={webhooksText.description}>
      <Card>{account.state === "none" ? <Note>{webhooksText.notConnected}</Note> : <WebhookStatuses />}</Card>
    </Section>
  );
}

function WebhookStatuses() {
  const { overview, loadFailed, load } = useWebhooksOverview();
  if (loadFailed) return <LoadFailedBanner onRetry={load} />;
  if (!overview) return <SkeletonBodyText lines={5} />;
  const undecided = overview.webhooks.some(({ state, foreignKept }) => state === "other" && !foreignKept);
  return (
    <BlockStack gap="400">
      {undecided && (
        <MessageBanner
          tone="warning"
          title={webhooksText.undecided.title}
          text={webhooksText.undecided.text}
          action={{ content: webhooksText.undecided.action, url: "/app/webhooks" }}
        />
      )}
      {overview.webhooks.map((webhook) => (
        <WebhookRow key={webhook.kind} webhook={webhook} />
      ))}
      <div>
        <Button url="/app/webhooks">{webhooksText.manage}</Button>
      </div>
    </BlockStack>
  );
}

/** One webhook: its status, and the last update. */
function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { tone, label, problem } = statusCopy(webhook);
  return (
    <BlockStack gap="100">
      <InlineStack gap="200" blockAlign="center">
        <Subheading>{KIND_LABELS[webhook.kind]}</Subheading>
        <Badge tone={tone}>{label}</Badge>
      </InlineStack>
      {problem && <Text as="p">{problem.title}.</Text>}
      <Note>
        {webhook.lastDeliveryAt ? (
          <>
            {WEBHOOK_COPY.lastUpdateAt} <DateTime at={webhook.lastDeliveryAt} />
          </>
        ) : (
          WEBHOOK_COPY.noUpdateYet
        )}
      </Note>
    </BlockStack>
  );
}
