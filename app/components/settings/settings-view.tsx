import {
  Layout,
  Page,
  BlockStack,
  Button,
  Card,
  Text,
  TextField,
  Box,
  Badge,
  InlineStack,
  SkeletonBodyText,
} from "@shopify/polaris";
import { useState, useEffect } from "react";
import { useLocation } from "@remix-run/react";
import type { AccountView } from "../../settings-page/account.ts";
import type { SettingsView as Settings } from "../../settings-page/settings-draft.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { DryRunOffer, MessageBanner, UnreadableSettingsBanner } from "../common/banners.tsx";
import { ContextualSaveBar } from "../common/save-bar.tsx";
import { AccountConnected, AccountPractice } from "./account-connected.tsx";
import { AccountForm, useAccountActions } from "./account-form.tsx";
import { ContactSection, FulfillmentSection, LateSection, ShippingSection } from "./shipping-section.tsx";
import { COPY } from "./copy.ts";
import { PaymentSection, ProductsSection, SendingSection, PricesSection } from "./sending-section.tsx";
import { PersonalizationSection, ArtworkSection } from "./personalization-section.tsx";
import { Section, EDGE } from "./section.tsx";
import type { SendingPause } from "../../orders/pages/list/sending-pause.ts";
import { useSettingsForm, type SettingsForm } from "./use-settings-form.ts";
import type { SettingName } from "../../settings/settings.ts";
import { ALL_ORDERS_SCOPE } from "../../ports/shopify.ts";
import { Note, Subheading } from "../common/text.tsx";
import { useScopeRequest } from "../common/use-scope-request.ts";
import { DateTime } from "../common/date-time.tsx";
import { COPY as WEBHOOK_COPY, KIND_LABELS, statusCopy } from "../webhooks/copy.ts";
import { LoadFailedBanner, useWebhooksOverview } from "../webhooks/use-webhooks-overview.tsx";

interface SettingsViewProps {
  settings: Settings;
  account: AccountView;
  /** See offersDryRun. */
  offersRun: boolean;
  pause: SendingPause | null;
}

/** The settings of a shop. The print account has its own buttons; all other settings are saved together. */
export function SettingsView({ settings, account, offersRun, pause }: SettingsViewProps) {
  const { form, dirty, saving, failed, errorCount, save, discard } = useSettingsForm(settings);
  return (
    <Page title={COPY.title}>
      <ContextualSaveBar id="settings" open={dirty} saving={saving} onSave={save} onDiscard={discard} />
      <Layout>
        {settings.unreadable.length > 0 && (
          <Layout.Section>
            <UnreadableSettingsBanner unreadable={settings.unreadable} onSettingsPage />
          </Layout.Section>
        )}
        {offersRun && !dirty && settings.unreadable.length === 0 && !failed && errorCount === 0 && (
          <Layout.Section>
            <DryRunOffer />
          </Layout.Section>
        )}
        {failed && (
          <Layout.Section>
            <MessageBanner tone="critical" {...COPY.notSaved} action={{ content: COMMON.tryAgain, onAction: save }} />
          </Layout.Section>
        )}
        {errorCount > 0 && (
          <Layout.Section>
            <MessageBanner tone="critical" title={COPY.invalid.title(errorCount)} text={COPY.invalid.text} />
          </Layout.Section>
        )}
        <AccountSection account={account} />
        <WebhooksSection account={account} />
        <ProductsSection form={form} />
        <SendingSection form={form} pause={pause} />
        <PaymentSection form={form} />
        <PersonalizationSection form={form} mappingNotes={settings.mappingNotes} />
        <ShippingSection form={form} />
        <ContactSection form={form} />
        <FulfillmentSection form={form} />
        <LateSection form={form} />
        <SupportSection form={form} />
        <PricesSection form={form} currencies={settings.currencies} />
        <NotificationsSection />
        <OlderOrdersSection allowed={settings.olderOrders} />
        <PrivacySection />
        <AdvancedSections form={form} unreadable={settings.unreadable} />
      </Layout>
    </Page>
  );
}

/** The shop's account at the print service. */
function AccountSection({ account }: { account: AccountView }) {
  const [changing, setChanging] = useState(false);
  const change = () => setChanging(true);
  const done = () => setChanging(false);
  const actions = useAccountActions(done);
  return (
    <Section id="print-account" title={COPY.account.title} description={COPY.account.description}>
      {account.state === "none" || changing ? (
        <AccountForm present={account.state} actions={actions} onCancel={account.state === "none" ? undefined : done} />
      ) : account.state === "practice" ? (
        <AccountPractice account={account} actions={actions} onChange={change} />
      ) : (
        <AccountConnected account={account} actions={actions} onChange={change} />
      )}
    </Section>
  );
}

/** Leads to who is told outside the app. */
function NotificationsSection() {
  const text = COPY.notifications;
  return (
    <Section id="notifications" title={text.title} description={text.description}>
      <Card>
        <BlockStack gap="300" inlineAlign="start">
          <Text as="p">{text.text}</Text>
          <Button url="/app/settings/notifications">{text.action}</Button>
        </BlockStack>
      </Card>
    </Section>
  );
}

/** Leads to what the app does with customers' data. */
function PrivacySection() {
  const text = COPY.privacy;
  return (
    <Section id="privacy" title={text.title} description={text.description}>
      <Card>
        <BlockStack gap="300" inlineAlign="start">
          <Text as="p">{text.text}</Text>
          <Button url="/app/privacy">{text.action}</Button>
        </BlockStack>
      </Card>
    </Section>
  );
}

/** Where messages about an order are written to. */
function SupportSection({ form: { bind } }: { form: SettingsForm }) {
  const text = COPY.support;
  return (
    <Section id="support" title={text.title} description={text.description}>
      <Card>
        <TextField
          label={text.email}
          type="email"
          inputMode="email"
          helpText={text.emailHelp}
          {...bind("printServiceEmail")}
        />
      </Card>
    </Section>
  );
}

const SECTIONS = ["#artwork"];
const FIELDS: readonly SettingName[] = ["artworkProperties", "artworkMetafields", "printSizes", "replacedArtwork"];

/** Settings that most shops leave alone, folded away; shown for a link, an error or an unreadable setting among them. */
function AdvancedSections(props: { form: SettingsForm; unreadable: readonly SettingName[] }) {
  const { form, unreadable } = props;
  const { hash } = useLocation();
  const [open, setOpen] = useState(() => FIELDS.some((field) => unreadable.includes(field)));
  // Stays open while the error is fixed.
  if (!open && FIELDS.some((field) => form.error(field) !== undefined)) setOpen(true);
  useEffect(() => {
    if (!SECTIONS.includes(hash)) return;
    setOpen(true);
    requestAnimationFrame(() => document.querySelector(hash)?.scrollIntoView());
  }, [hash]);
  return (
    <>
      <Layout.Section>
        <Box paddingInline={EDGE}>
          <Button variant="plain" disclosure={open ? "up" : "down"} ariaExpanded={open} onClick={() => setOpen(!open)}>
            {COPY.advanced}
          </Button>
        </Box>
      </Layout.Section>
      {open && <ArtworkSection form={form} />}
    </>
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
