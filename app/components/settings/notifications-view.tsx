import {
  Badge,
  Banner,
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  InlineGrid,
  InlineStack,
  Layout,
  Page,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { ReactNode } from "react";
import { CHANNEL_LIMIT, type ChannelView, type TestResult, type Timing } from "../../notifications/channel-view.ts";
import { TOPIC_LABELS, TOPICS } from "../../orders/core/topics.ts";
import { MessageBanner } from "../common/banners.tsx";
import { formatClock } from "../common/format.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { useCopy } from "../common/editable-message.tsx";
import { useJsonFetcher } from "../common/json-requests.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { ContextualSaveBar } from "../common/save-bar.tsx";
import { useDenied, useShop } from "../common/shop-context.tsx";
import { Note, SmallNote, Subheading } from "../common/text.tsx";
import { COPY, lastText, TARGET_ERRORS, testText } from "./notifications-copy.ts";
import { Section } from "./section.tsx";
import {
  NOTIFICATIONS_API,
  useChannelsForm,
  type ChannelsForm,
  type Choice,
  type NewChannel,
} from "./use-channels-form.ts";

interface Props {
  channels: ChannelView[];
  /** The installation has a mail server. */
  sendsEmail: boolean;
}

/** Who is told outside the app what needs attention, of what and when; and the triggers of Shopify Flow. */
export function NotificationsView({ channels, sendsEmail }: Props) {
  const form = useChannelsForm(channels);
  return (
    <Page title={COPY.title} backAction={{ content: COMMON.settings, url: "/app/settings" }}>
      <ContextualSaveBar
        id="notifications"
        open={form.dirty}
        saving={form.saving}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <Layout>
        {form.failed && (
          <Layout.Section>
            <MessageBanner
              tone="critical"
              {...COPY.notSaved}
              action={{ content: COMMON.tryAgain, onAction: form.save }}
            />
          </Layout.Section>
        )}
        <ChannelsSection kind="email" form={form}>
          {!sendsEmail && <MessageBanner tone="warning" {...COPY.noEmail} />}
        </ChannelsSection>
        <ChannelsSection kind="webhook" form={form}>
          {form.secrets.map((one) => (
            <SecretBanner key={one.secret} {...one} />
          ))}
        </ChannelsSection>
        <FlowSection />
      </Layout>
    </Page>
  );
}

/** The channels of one kind, and the button for another. */
function ChannelsSection(props: { kind: ChannelView["kind"]; form: ChannelsForm; children: ReactNode }) {
  const { kind, form, children } = props;
  const { title, description, add, none } = COPY[kind];
  const channels = form.channels.filter((channel) => channel.kind === kind);
  const added = form.added.filter((channel) => channel.kind === kind);
  const isFull = form.room >= CHANNEL_LIMIT;
  return (
    <Section id={kind} title={title} description={description}>
      <BlockStack gap="400">
        {children}
        {channels.map((channel) => (
          <SavedChannel key={channel.id} channel={channel} form={form} />
        ))}
        {added.map((channel) => (
          <AddedChannel key={channel.key} channel={channel} form={form} />
        ))}
        <Card>
          <BlockStack gap="200" inlineAlign="start">
            {channels.length + added.length === 0 && <Note>{none}</Note>}
            <Button onClick={() => form.add(kind)} disabled={isFull}>
              {add}
            </Button>
            {isFull && <SmallNote>{COPY.limit}</SmallNote>}
          </BlockStack>
        </Card>
      </BlockStack>
    </Section>
  );
}

/** The only time that a webhook's secret is shown. */
function SecretBanner({ target, secret }: { target: string; secret: string }) {
  const [copy, copied] = useCopy(secret);
  return (
    <Banner
      tone="info"
      title={COPY.secret.title(target)}
      action={{ content: COPY.secret.copy[copied], onAction: copy }}
    >
      <BlockStack gap="200">
        <p>{COPY.secret.text}</p>
        <Text as="p" breakWord>
          <code>{secret}</code>
        </Text>
      </BlockStack>
    </Banner>
  );
}

function SavedChannel({ channel, form }: { channel: ChannelView; form: ChannelsForm }) {
  const { id, kind, target, state, last } = channel;
  const { tone, label } = COPY.badges[state];
  const tester = useTest(id);
  const disabled = useDenied();
  const isTestable = state !== "stopped";
  const test = { content: COPY.test, disabled, onAction: tester.run, loading: tester.busy };
  const shopify = useAppBridge();
  const restarting = useJsonFetcher<object>(() => shopify.toast.show(COPY.restarted), NOTIFICATIONS_API);
  const restart = {
    content: COPY.restart,
    disabled,
    onAction: () => restarting.send({ intent: "restart", id }),
    loading: restarting.busy,
  };
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <InlineStack gap="200" blockAlign="center">
            <Subheading breakWord>{target}</Subheading>
            <Badge tone={tone}>{label}</Badge>
          </InlineStack>
          <Button
            variant="plain"
            tone="critical"
            onClick={() => form.remove(id)}
            accessibilityLabel={`${COPY.remove} ${target}`}
          >
            {COPY.remove}
          </Button>
        </InlineStack>
        {state === "stopped" && <MessageBanner tone="warning" {...COPY.stopped} action={restart} />}
        {state === "rejected" && <MessageBanner tone="critical" {...COPY.rejected} action={test} />}
        <Choices value={channel} onChange={(to) => form.edit(id, to)} />
        {tester.answer && <MessageBanner {...testText(kind, tester.answer)} />}
        {tester.failed && <MessageBanner tone="warning" {...COMMON.requestFailed} />}
        <InlineStack gap="300" blockAlign="center">
          {isTestable && state !== "rejected" && (
            <ButtonGroup>
              <Button disabled={disabled} onClick={tester.run} loading={tester.busy}>
                {COPY.test}
              </Button>
            </ButtonGroup>
          )}
          <SmallNote>
            {last ? (
              <>
                {lastText(last)} <DateTime at={last.at} />
              </>
            ) : (
              COPY.noMessage
            )}
          </SmallNote>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

function useTest(id: ChannelView["id"]) {
  const { answer, busy, send } = useJsonFetcher<{ outcome: "tested"; result: TestResult } | RequestFailed>(
    () => {},
    NOTIFICATIONS_API,
  );
  return {
    busy,
    answer: answer?.outcome === "tested" ? answer.result : null,
    failed: answer?.outcome === "failed",
    run: () => send({ intent: "test", id }),
  };
}

function AddedChannel({ channel, form }: { channel: NewChannel; form: ChannelsForm }) {
  const { key, kind, target } = channel;
  const { field, placeholder, help } = COPY[kind];
  const error = form.errors[key];
  return (
    <Card>
      <BlockStack gap="400">
        <TextField
          label={field}
          type={kind === "email" ? "email" : "url"}
          value={target}
          onChange={(typed) => form.editNew(key, { target: typed })}
          error={error && TARGET_ERRORS[error]}
          placeholder={placeholder}
          helpText={help}
          autoComplete="off"
          spellCheck={false}
          labelAction={{ content: COPY.remove, onAction: () => form.dropNew(key) }}
        />
        <Choices value={channel} onChange={(to) => form.editNew(key, to)} />
        <SmallNote>{COPY.testUnsaved}</SmallNote>
      </BlockStack>
    </Card>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);

/** Of which kinds of reason the channel is told, and when. */
function Choices({ value, onChange }: { value: Choice; onChange(to: Choice): void }) {
  const { timezone } = useShop();
  const { timings, digestTime } = value;
  // Saved by the API, a digest may come at any minute.
  const times = HOURS.includes(digestTime) ? HOURS : [digestTime, ...HOURS];
  return (
    <BlockStack gap="300">
      <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
        {TOPICS.map((topic) => (
          <Select
            key={topic}
            label={TOPIC_LABELS[topic]}
            helpText={COPY.topicHelp[topic]}
            options={COPY.timings.map((timing) => ({ ...timing }))}
            value={timings[topic]}
            onChange={(timing) => onChange({ digestTime, timings: { ...timings, [topic]: timing as Timing } })}
          />
        ))}
      </InlineGrid>
      {TOPICS.some((topic) => timings[topic] === "daily") && (
        <Select
          label={COPY.digestTime}
          helpText={COPY.digestHelp(timezone)}
          options={times.map((time) => ({ value: time, label: formatClock(time) }))}
          value={digestTime}
          onChange={(time) => onChange({ timings, digestTime: time })}
        />
      )}
      <SmallNote>{COPY.hourly}</SmallNote>
    </BlockStack>
  );
}

/** The triggers that the app has in Shopify Flow, each with what a merchant can do with it. */
function FlowSection() {
  const { title, description, triggers, carries, example, open } = COPY.flow;
  return (
    <Section id="flow" title={title} description={description}>
      <Card>
        <BlockStack gap="500">
          {triggers.map((trigger) => (
            <BlockStack key={trigger.name} gap="100">
              <Subheading>{trigger.name}</Subheading>
              <Text as="p">{trigger.when}</Text>
              <Note>
                {carries}: {trigger.carries}.
              </Note>
              <Note>
                {example}: {trigger.example}
              </Note>
            </BlockStack>
          ))}
          <div>
            <Button url="shopify://admin/apps/flow" target="_top">
              {open}
            </Button>
          </div>
        </BlockStack>
      </Card>
    </Section>
  );
}
