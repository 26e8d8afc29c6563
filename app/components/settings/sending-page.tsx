import {
  BlockStack,
  Button,
  Card,
  Checkbox,
  ChoiceList,
  FormLayout,
  InlineError,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { DeleteIcon } from "@shopify/polaris-icons";
import { useId, useState } from "react";
import type { SendingPause } from "../../orders/pages/list/sending-pause.ts";
import { ALL_PRODUCTS } from "../../settings/all-products.ts";
import { EVERY_WEEKDAY, MAX_SENDING_TIMES, SENDING_MODES } from "../../settings/sending-modes.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { PauseSendingDialog, SendingPausedBanner } from "../common/sending-pause.tsx";
import { useDenial, useShop } from "../common/shop-context.tsx";
import { Note } from "../common/text.tsx";
import { COPY } from "./copy.ts";
import { ChoiceSetting, TextSetting } from "./fields.tsx";
import { Section } from "./section.tsx";
import { TagField } from "./tag-field.tsx";
import { useSetting, type SettingsForm } from "./use-settings-form.ts";

const sendingText = COPY.sending;

/** When an order is sent: approval, edit window, sending times and start date, and the pause of it all; and what is made. */
export function SendingPage({ form, pause }: { form: SettingsForm; pause: SendingPause | null }) {
  const { timezone } = useShop();
  return (
    <>
      <Section id="sending" title={sendingText.title} description={sendingText.description}>
        <BlockStack gap="400">
          <PauseCard pause={pause} />
          <Card>
            <FormLayout>
              <ChoiceSetting
                form={form}
                name="approval"
                label={sendingText.approval}
                choices={[
                  { value: "automatic", label: sendingText.automatic, helpText: sendingText.automaticHelp },
                  { value: "manual", label: sendingText.manual, helpText: sendingText.manualHelp },
                ]}
              />
              <WhenToSend form={form} />
              <div id="start-date">
                <TextSetting
                  form={form}
                  name="goLiveAt"
                  label={sendingText.startDate}
                  type="datetime-local"
                  helpText={sendingText.startDateHelp(timezone)}
                />
              </div>
            </FormLayout>
          </Card>
        </BlockStack>
      </Section>
      <Section id="products" title={productsText.title} description={productsText.description}>
        <Card>
          <ProductsFields form={form} />
        </Card>
      </Section>
    </>
  );
}

/** Whether orders leave as they come in, at set times or by hand, with what that asks for. */
function WhenToSend({ form }: { form: SettingsForm }) {
  const sending = useSetting(form, "sending");
  const editWindow = useSetting(form, "editWindowMinutes");
  const { mode, times } = sending.value;
  // What cannot be saved is shown, whatever was chosen since.
  const hasTimesError = sending.error("weekdays") ?? times.some((_, at) => sending.error(`times.${at}`));
  return (
    <BlockStack gap="400">
      <ChoiceList
        title={sendingText.when}
        selected={[mode]}
        onChange={([chosen]) =>
          sending.set({ ...sending.value, mode: SENDING_MODES.find((one) => one === chosen) ?? mode })
        }
        choices={SENDING_MODES.map((value) => ({ value, ...sendingText.modes[value] }))}
      />
      {(mode === "at_times" || hasTimesError) && <SendingTimes sending={sending} />}
      {(mode !== "by_hand" || editWindow.error()) && (
        <TextSetting
          form={form}
          name="editWindowMinutes"
          label={sendingText.editWindow}
          type="number"
          inputMode="numeric"
          min={0}
          max={10_080}
          suffix={sendingText.minutes}
          helpText={sendingText.editWindowHelp[mode === "at_times" ? mode : "continuous"]}
        />
      )}
    </BlockStack>
  );
}

/** The times and weekdays at which orders leave. */
function SendingTimes({ sending }: { sending: ReturnType<typeof useSetting<"sending">> }) {
  const { timezone } = useShop();
  const { value, set, error } = sending;
  const { times, weekdays } = value;
  const daysId = useId();
  const weekdayError = error("weekdays");
  const change = (changed: Partial<typeof value>) => set({ ...value, ...changed });
  return (
    <BlockStack gap="300">
      {times.map((time, at) => (
        <TextField
          key={at}
          label={sendingText.time(at + 1, times.length)}
          type="time"
          autoComplete="off"
          value={time}
          onChange={(typed) => change({ times: times.map((one, other) => (other === at ? typed : one)) })}
          error={error(`times.${at}`)}
          helpText={at === times.length - 1 ? sendingText.timesHelp(timezone) : undefined}
          connectedRight={
            times.length > 1 ? (
              <Button
                icon={DeleteIcon}
                accessibilityLabel={sendingText.removeTime(at + 1)}
                onClick={() => change({ times: times.filter((_, other) => other !== at) })}
              />
            ) : undefined
          }
        />
      ))}
      {times.length < MAX_SENDING_TIMES && (
        <div>
          <Button onClick={() => change({ times: [...times, "12:00"] })}>{sendingText.addTime}</Button>
        </div>
      )}
      <div role="group" aria-labelledby={daysId}>
        <Text as="p" id={daysId}>
          {sendingText.weekdays}
        </Text>
        <InlineStack gap="400">
          {EVERY_WEEKDAY.map((day, at) => (
            <Checkbox
              key={day}
              label={sendingText.weekdayNames[at]}
              checked={weekdays.includes(day)}
              onChange={(checked) =>
                change({ weekdays: EVERY_WEEKDAY.filter((one) => (one === day ? checked : weekdays.includes(one))) })
              }
            />
          ))}
        </InlineStack>
        {weekdayError && <InlineError message={weekdayError} fieldID={daysId} />}
      </div>
    </BlockStack>
  );
}

/** Whether orders are sent at all, with the button that changes it. */
function PauseCard({ pause }: { pause: SendingPause | null }) {
  const [pausing, setPausing] = useState(false);
  const denial = useDenial("approve");
  if (pause) return <SendingPausedBanner pause={pause} />;
  return (
    <Card>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <Note>{denial ? `${sendingText.active} ${denial}` : sendingText.active}</Note>
        <Button disabled={denial !== undefined} onClick={() => setPausing(true)}>
          {COMMON.sendingPause.pause}
        </Button>
      </InlineStack>
      {pausing && <PauseSendingDialog onClose={() => setPausing(false)} />}
    </Card>
  );
}

const productsText = COPY.products;

/** The rules that hold orders with unmapped products. */
function ProductsFields({ form }: { form: SettingsForm }) {
  const { value: rule, set, error } = useSetting(form, "printableRule");
  const matchesAll = rule.skuPrefixes.includes(ALL_PRODUCTS);
  const prefixes = rule.skuPrefixes.filter((prefix) => prefix !== ALL_PRODUCTS);
  return (
    <FormLayout>
      <Checkbox
        label={productsText.all}
        helpText={productsText.allHelp}
        checked={matchesAll}
        error={matchesAll && error("skuPrefixes")}
        onChange={(checked) => set({ ...rule, skuPrefixes: checked ? [...prefixes, ALL_PRODUCTS] : prefixes })}
      />
      {(matchesAll ? [] : productsText.fields).map(({ key, label, help }) => (
        <TagField
          key={key}
          label={label}
          helpText={help}
          values={rule[key]}
          onChange={(names) => set({ ...rule, [key]: names })}
          error={error(key)}
        />
      ))}
    </FormLayout>
  );
}
