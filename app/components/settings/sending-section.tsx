import {
  BlockStack,
  Button,
  Card,
  ChoiceList,
  FormLayout,
  InlineError,
  InlineStack,
  Text,
  TextField,
  Select,
  Checkbox,
} from "@shopify/polaris";
import { DeleteIcon } from "@shopify/polaris-icons";
import { useId, useState } from "react";
import type { SendingPause } from "../../orders/pages/list/sending-pause.ts";
import { EVERY_WEEKDAY, MAX_SENDING_TIMES, SENDING_MODES } from "../../settings/sending-modes.ts";
import { COPY as COMMON } from "../common/copy.ts";
import { PauseSendingDialog, SendingPausedBanner } from "../common/sending-pause.tsx";
import { Note } from "../common/text.tsx";
import { useShop } from "../common/shop-context.tsx";
import { COPY } from "./copy.ts";
import type { SettingsForm } from "./use-settings-form.ts";
import { Section } from "./section.tsx";
import type { SettingsDraft } from "../../settings-page/settings-draft.ts";
import { ALL_PRODUCTS } from "../../settings/all-products.ts";
import { TagField } from "./personalization-section.tsx";
import { NIGHT_OFFSET_MS } from "../../settings/wall-time.ts";
import { MAX_CALLS, SOLD_DAYS } from "../../sku-checks/limits.ts";

const sendingText = COPY.sending;

/** When an order is sent: approval, edit window, sending times and start date, and the pause of it all. */
export function SendingSection({ form, pause }: { form: SettingsForm; pause: SendingPause | null }) {
  const { values, set, bind } = form;
  const { timezone } = useShop();
  const { mode, times } = values.sending;
  // What cannot be saved is shown, whatever was chosen since.
  const hasTimesError = form.error("sending.weekdays") ?? times.some((_, at) => form.error(`sending.times.${at}`));
  return (
    <Section id="sending" title={sendingText.title} description={sendingText.description}>
      <BlockStack gap="400">
        <PauseCard pause={pause} />
        <Card>
          <FormLayout>
            <ChoiceList
              title={sendingText.approval}
              selected={[values.approval]}
              onChange={([chosen]) => set("approval", chosen === "manual" ? "manual" : "automatic")}
              choices={[
                { value: "automatic", label: sendingText.automatic, helpText: sendingText.automaticHelp },
                { value: "manual", label: sendingText.manual, helpText: sendingText.manualHelp },
              ]}
            />
            <ChoiceList
              title={sendingText.when}
              selected={[mode]}
              onChange={([chosen]) =>
                set("sending", { ...values.sending, mode: SENDING_MODES.find((one) => one === chosen) ?? mode })
              }
              choices={SENDING_MODES.map((value) => ({ value, ...sendingText.modes[value] }))}
            />
            {(mode === "at_times" || hasTimesError) && <SendingTimes form={form} />}
            {(mode !== "by_hand" || form.error("editWindowMinutes")) && (
              <TextField
                label={sendingText.editWindow}
                type="number"
                inputMode="numeric"
                min={0}
                max={10_080}
                suffix={sendingText.minutes}
                helpText={sendingText.editWindowHelp[mode === "at_times" ? mode : "continuous"]}
                {...bind("editWindowMinutes")}
              />
            )}
            <TextField
              label={sendingText.startDate}
              type="datetime-local"
              helpText={sendingText.startDateHelp(timezone)}
              {...bind("goLiveAt")}
            />
          </FormLayout>
        </Card>
      </BlockStack>
    </Section>
  );
}

/** The times and weekdays at which orders leave. */
function SendingTimes({ form: { values, set, error } }: { form: SettingsForm }) {
  const { timezone } = useShop();
  const { sending } = values;
  const { times, weekdays } = sending;
  const daysId = useId();
  const weekdayError = error("sending.weekdays");
  const change = (changed: Partial<typeof sending>) => set("sending", { ...sending, ...changed });
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
          error={error(`sending.times.${at}`)}
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
  if (pause) return <SendingPausedBanner pause={pause} />;
  return (
    <Card>
      <InlineStack gap="300" align="space-between" blockAlign="center">
        <Note>{sendingText.active}</Note>
        <Button onClick={() => setPausing(true)}>{COMMON.sendingPause.pause}</Button>
      </InlineStack>
      {pausing && <PauseSendingDialog onClose={() => setPausing(false)} />}
    </Card>
  );
}

const paymentText = COPY.payment;
type Rule = SettingsDraft["payment"]["authorized"];

/** When orders are sent that are not paid yet, and whether test orders are. */
export function PaymentSection({ form: { values, set } }: { form: SettingsForm }) {
  return (
    <Section id="payment" title={paymentText.title} description={paymentText.description}>
      <Card>
        <FormLayout>
          {paymentText.kinds.map(({ key, label, help }) => (
            <Select
              key={key}
              label={label}
              options={[...paymentText.rules]}
              value={values.payment[key]}
              onChange={(rule) => set("payment", { ...values.payment, [key]: rule as Rule })}
              helpText={help}
            />
          ))}
          <ChoiceList
            title={paymentText.testOrders}
            selected={[values.testOrders]}
            onChange={([chosen]) => set("testOrders", chosen === "print" ? "print" : "hold")}
            choices={[
              {
                value: "hold",
                label: paymentText.testOrdersHold,
                helpText: paymentText.testOrdersHoldHelp,
              },
              {
                value: "print",
                label: paymentText.testOrdersPrint,
                helpText: paymentText.testOrdersPrintHelp,
              },
            ]}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}

const { title, description, all, allHelp, fields } = COPY.products;

/** The rules that hold orders with unmapped products. */
export function ProductsSection({ form: { values, set, error } }: { form: SettingsForm }) {
  const rule = values.printableRule;
  const matchesAll = rule.skuPrefixes.includes(ALL_PRODUCTS);
  const prefixes = rule.skuPrefixes.filter((prefix) => prefix !== ALL_PRODUCTS);
  return (
    <Section id="unmapped-products" title={title} description={description}>
      <Card>
        <FormLayout>
          <Checkbox
            label={all}
            helpText={allHelp}
            checked={matchesAll}
            error={matchesAll && error("printableRule.skuPrefixes")}
            onChange={(checked) =>
              set("printableRule", { ...rule, skuPrefixes: checked ? [...prefixes, ALL_PRODUCTS] : prefixes })
            }
          />
          {(matchesAll ? [] : fields).map(({ key, label, help }) => (
            <TagField
              key={key}
              label={label}
              helpText={help}
              values={rule[key]}
              onChange={(names) => set("printableRule", { ...rule, [key]: names })}
              error={error(`printableRule.${key}`)}
            />
          ))}
        </FormLayout>
      </Card>
    </Section>
  );
}

const pricesText = COPY.prices;
const NIGHT_BEGINS = `${NIGHT_OFFSET_MS / (60 * 60_000)} AM`;

interface Props {
  form: SettingsForm;
  currencies: { code: string; name: string }[];
}

/** The billing currency, the margin below which an order is held, and the nightly check of what is sold. */
export function PricesSection({ form: { values, set, error, bind }, currencies }: Props) {
  const { currency } = useShop();
  const differs = values.serviceCurrency !== currency;
  return (
    <Section id="prices" title={pricesText.title} description={pricesText.description}>
      <Card>
        <FormLayout>
          <Select
            label={pricesText.currency}
            options={currencies.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }))}
            value={values.serviceCurrency}
            onChange={(code) => set("serviceCurrency", code)}
            error={error("serviceCurrency")}
            helpText={pricesText.currencyHelp}
          />
          <TextField
            label={pricesText.margin}
            inputMode="decimal"
            suffix="%"
            helpText={
              differs
                ? `${pricesText.marginHelp} ${pricesText.marginDiffers(currency, values.serviceCurrency)}`
                : pricesText.marginHelp
            }
            {...bind("minimumMarginPercent")}
          />
          <Checkbox
            label={pricesText.nightlyCheck}
            helpText={pricesText.nightlyCheckHelp(NIGHT_BEGINS, SOLD_DAYS, MAX_CALLS)}
            checked={values.nightlySkuCheck}
            onChange={(nightlySkuCheck) => set("nightlySkuCheck", nightlySkuCheck)}
          />
        </FormLayout>
      </Card>
    </Section>
  );
}
