import {
  Badge,
  BlockStack,
  Box,
  Button,
  ButtonGroup,
  Card,
  ChoiceList,
  Divider,
  FormLayout,
  InlineGrid,
  InlineStack,
  Page,
  Select,
  Tag,
  Text,
  TextField,
} from "@shopify/polaris";
import { ArrowDownIcon, ArrowUpIcon, DeleteIcon, XIcon } from "@shopify/polaris-icons";
import { useAppBridge } from "@shopify/app-bridge-react";
import { useRef, useState } from "react";
import { CUSTOMERS_SCOPE } from "../../ports/shopify.ts";
import { asksForCustomer, coveringRules, MAX_CONDITIONS, MAX_RULES } from "../../settings/rule-order.ts";
import type { Rule, RuleAction, RuleCondition } from "../../settings/rules.ts";
import type {
  RuleErrors,
  RulesView as View,
  SaveRulesResult,
  TriedRule,
  TryRuleResult,
} from "../../settings-page/rules.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { focusFirstError } from "../common/focus.ts";
import { postJson, useJsonFetcher } from "../common/json-requests.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { ContextualSaveBar } from "../common/save-bar.tsx";
import { useShop } from "../common/shop-context.tsx";
import { CardHeading, Note, SmallNote, Subheading } from "../common/text.tsx";
import { useScopeRequest } from "../common/use-scope-request.ts";
import { ACTIONS, CONDITIONS, COPY, EXAMPLES, methodChoices, RISKS, ruleText, triedRuleTexts } from "./rules-copy.ts";
import { TagField } from "./tag-field.tsx";
import { TryOnPastOrders } from "./try-on-past-orders.tsx";

interface Props extends View {
  countries: readonly { value: string; label: string }[];
}

/** What the page knows besides its rules. */
interface Known {
  countries: Props["countries"];
  services: Props["services"];
  countryName(code: string): string;
}

/** The rules of a shop, in their sequence: all are saved together. */
export function RulesView({ rules: saved, unreadable, customers, countries, services }: Props) {
  const form = useRulesForm(saved, unreadable);
  const { rules, errors } = form;
  const names = new Map(countries.map(({ value, label }) => [value, label]));
  const known: Known = { countries, services, countryName: (code) => names.get(code) ?? code };
  const covering = coveringRules(rules);
  const errorCount = Object.keys(errors).length;
  const isFull = rules.length >= MAX_RULES;
  const add = { content: COPY.add, disabled: isFull, onAction: () => form.add() };
  return (
    <Page title={COPY.title} backAction={{ content: COMMON.settings, url: "/app/settings" }} primaryAction={add}>
      <ContextualSaveBar
        id="rules"
        open={form.dirty}
        saving={form.saving}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <BlockStack gap="400">
        {form.failed && (
          <MessageBanner
            tone="critical"
            {...COPY.notSaved}
            action={{ content: COMMON.tryAgain, onAction: form.save }}
          />
        )}
        {form.changed && (
          <MessageBanner
            tone="critical"
            {...COPY.changed}
            action={{ content: COPY.reload, onAction: () => window.location.reload() }}
          />
        )}
        {errorCount > 0 && (
          <MessageBanner tone="critical" title={COPY.invalid.title(errorCount)} text={COPY.invalid.text} />
        )}
        {unreadable && <MessageBanner tone="critical" {...COPY.unreadable} />}
        <CustomersBanner customers={customers} wanted={rules.some((rule) => rule.on && asksForCustomer(rule))} />
        <Card>
          <BlockStack gap="200">
            <Text as="p">{COPY.intro}</Text>
            <SmallNote>{COPY.scope}</SmallNote>
            {isFull && <SmallNote>{COPY.limit}</SmallNote>}
          </BlockStack>
        </Card>
        {rules.length === 0 ? (
          <EmptyState onAdd={form.add} />
        ) : (
          <ol style={{ listStyle: "none", margin: 0, padding: 0, display: "grid", gap: "var(--p-space-400)" }}>
            {rules.map((rule, at) => (
              <li key={rule.id}>
                <RuleCard {...{ rule, at, form, known }} covered={covering.get(rule.id)} />
              </li>
            ))}
          </ol>
        )}
        <Text as="p" visuallyHidden>
          <span aria-live="polite">{form.announced}</span>
        </Text>
      </BlockStack>
    </Page>
  );
}

/** What keeps rules about customers from being judged, and how to change that. */
function CustomersBanner({ customers, wanted }: { customers: boolean; wanted: boolean }) {
  const { title, text, request, granted, failed } = COPY.customers;
  const scope = useScopeRequest({ scope: CUSTOMERS_SCOPE, allowed: customers, granted });
  if (scope.isAllowed || !wanted) return null;
  const action = { content: request, onAction: scope.request, loading: scope.requesting };
  return <MessageBanner tone="warning" title={title} text={scope.failed ? failed : text} action={action} />;
}

function EmptyState({ onAdd }: { onAdd: RulesForm["add"] }) {
  const { currency } = useShop();
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <CardHeading>{COPY.empty.title}</CardHeading>
          <Note>{COPY.empty.text}</Note>
        </BlockStack>
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
          {EXAMPLES.map(({ text, ...example }) => (
            <BlockStack key={example.name} gap="100" inlineAlign="start">
              <Button onClick={() => onAdd(example)}>{COPY.addExample(example.name)}</Button>
              <SmallNote>{text(currency)}</SmallNote>
            </BlockStack>
          ))}
        </InlineGrid>
      </BlockStack>
    </Card>
  );
}

interface CardProps {
  rule: Rule;
  at: number;
  form: RulesForm;
  known: Known;
  covered: { by: Rule; decidesTheSame: boolean } | undefined;
}

/** One rule: what it says, where it stands, and its fields once it is opened. */
function RuleCard({ rule, at, form, known, covered }: CardProps) {
  const { currency } = useShop();
  const isOpen = form.opened.includes(rule.id);
  const { when, then } = ruleText(rule, currency, known.countryName, known.services);
  const name = rule.name.trim() === "" ? COPY.number(at) : rule.name;
  const last = form.rules.length - 1;
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" align="space-between" blockAlign="start" wrap={false}>
          <BlockStack gap="100">
            <InlineStack gap="200" blockAlign="center">
              <CardHeading breakWord>{`${at + 1}. ${name}`}</CardHeading>
              {!rule.on && <Badge>{COPY.off}</Badge>}
            </InlineStack>
            <Text as="p" breakWord>
              {when}
            </Text>
            <Note breakWord>{then}</Note>
          </BlockStack>
          <ButtonGroup noWrap>
            <Button
              icon={ArrowUpIcon}
              variant="tertiary"
              accessibilityLabel={COPY.moveUp(name)}
              disabled={at === 0}
              onClick={() => form.move(at, at - 1)}
            />
            <Button
              icon={ArrowDownIcon}
              variant="tertiary"
              accessibilityLabel={COPY.moveDown(name)}
              disabled={at === last}
              onClick={() => form.move(at, at + 1)}
            />
          </ButtonGroup>
        </InlineStack>
        {covered && (
          <MessageBanner
            tone={covered.decidesTheSame ? "info" : "warning"}
            text={(covered.decidesTheSame ? COPY.redundant : COPY.covered)(covered.by.name)}
          />
        )}
        <InlineStack gap="200">
          <Button
            ariaExpanded={isOpen}
            disclosure={isOpen ? "up" : "down"}
            accessibilityLabel={(isOpen ? COPY.closeRule : COPY.editRule)(name)}
            onClick={() => form.toggle(rule.id)}
          >
            {isOpen ? COPY.close : COPY.edit}
          </Button>
          <Button
            accessibilityLabel={(rule.on ? COPY.turnOff : COPY.turnOn)(name)}
            onClick={() => form.change(at, { on: !rule.on })}
          >
            {rule.on ? COPY.turnedOff : COPY.on}
          </Button>
          <Button
            icon={DeleteIcon}
            variant="tertiary"
            tone="critical"
            accessibilityLabel={COPY.remove(name)}
            onClick={() => form.remove(at)}
          />
        </InlineStack>
        {isOpen && (
          <>
            <Divider />
            <Editor {...{ rule, at, form, known }} />
          </>
        )}
      </BlockStack>
    </Card>
  );
}

function Editor({ rule, at, form, known }: Omit<CardProps, "covered">) {
  const { name, match, conditions } = rule;
  const error = (field: string) => form.errors[`${at}.${field}`];
  const set = (to: Partial<Rule>) => form.change(at, to);
  return (
    <BlockStack gap="500">
      <TextField
        label={COPY.name}
        helpText={COPY.nameHelp}
        value={name}
        onChange={(typed) => set({ name: typed })}
        error={error("name")}
        autoComplete="off"
        maxLength={100}
      />
      <BlockStack gap="300">
        <Subheading>{COPY.when}</Subheading>
        {conditions.length > 1 && (
          <ChoiceList
            title={COPY.match}
            choices={[
              { value: "all", label: COPY.all },
              { value: "any", label: COPY.any },
            ]}
            selected={[match]}
            onChange={([chosen]) => set({ match: chosen === "any" ? "any" : "all" })}
          />
        )}
        {conditions.map((condition, position) => (
          <ConditionFields
            key={position}
            condition={condition}
            position={position}
            known={known}
            error={(field) => error(`conditions.${position}${field}`)}
            onChange={(to) => set({ conditions: conditions.with(position, to) })}
            onRemove={conditions.length > 1 ? () => set({ conditions: conditions.toSpliced(position, 1) }) : undefined}
          />
        ))}
        {error("conditions") && (
          <Text as="p" tone="critical">
            {error("conditions")}
          </Text>
        )}
        <div>
          <Button
            disabled={conditions.length >= MAX_CONDITIONS}
            onClick={() => set({ conditions: [...conditions, emptyCondition("order_tag")] })}
          >
            {COPY.addCondition}
          </Button>
        </div>
      </BlockStack>
      <ActionFields
        services={known.services}
        action={rule.action}
        onChange={(action) => set({ action })}
        error={(field) => error(`action${field}`)}
      />
      <TryRule rule={rule} at={at} form={form} />
    </BlockStack>
  );
}

interface ConditionProps {
  condition: RuleCondition;
  position: number;
  known: Known;
  error(field: string): string | undefined;
  onChange(to: RuleCondition): void;
  onRemove: (() => void) | undefined;
}

function ConditionFields({ condition, position, known, error, onChange, onRemove }: ConditionProps) {
  const { of, not } = condition;
  const { is, isNot } = CONDITIONS[of];
  const kinds = Object.entries(CONDITIONS).map(([value, { label }]) => ({ value, label }));
  return (
    <Box background="bg-surface-secondary" padding="300" borderRadius="200">
      <BlockStack gap="300">
        <InlineStack gap="200" wrap={false} blockAlign="end">
          <div style={{ flex: 1, minWidth: 0 }}>
            <FormLayout>
              <FormLayout.Group condensed>
                <Select
                  label={COPY.condition(position)}
                  options={kinds}
                  value={of}
                  onChange={(chosen) => onChange(emptyCondition(chosen as RuleCondition["of"]))}
                />
                <Select
                  label={COPY.comparison}
                  options={[
                    { value: "is", label: is },
                    { value: "not", label: isNot },
                  ]}
                  value={not ? "not" : "is"}
                  onChange={(chosen) => onChange({ ...condition, not: chosen === "not" })}
                />
              </FormLayout.Group>
            </FormLayout>
          </div>
          {onRemove && (
            <Button
              icon={XIcon}
              variant="tertiary"
              accessibilityLabel={COPY.removeCondition(position)}
              onClick={onRemove}
            />
          )}
        </InlineStack>
        <ConditionValue {...{ condition, known, error, onChange }} />
      </BlockStack>
    </Box>
  );
}

function ConditionValue(props: Pick<ConditionProps, "condition" | "known" | "error" | "onChange">) {
  const { condition, known, error, onChange } = props;
  const { currency } = useShop();
  const { field, help } = CONDITIONS[condition.of];
  switch (condition.of) {
    case "first_order":
      return null;
    case "product":
      return (
        <Picked
          type="product"
          chosen={condition.products}
          error={error(".products")}
          onChange={(products) => onChange({ ...condition, products })}
        />
      );
    case "variant":
      return (
        <Picked
          type="variant"
          chosen={condition.variants}
          error={error(".variants")}
          onChange={(variants) => onChange({ ...condition, variants })}
        />
      );
    case "quantity":
    case "amount":
      return (
        <TextField
          label={field}
          inputMode={condition.of === "amount" ? "decimal" : "numeric"}
          suffix={condition.of === "amount" ? currency : undefined}
          helpText={help}
          value={condition.atLeast}
          onChange={(atLeast) => onChange({ ...condition, atLeast: atLeast.trim() })}
          error={error(".atLeast")}
          autoComplete="off"
        />
      );
    case "attribute":
      return (
        <FormLayout>
          <FormLayout.Group condensed>
            <TextField
              label={COPY.attributeName}
              value={condition.name}
              onChange={(name) => onChange({ ...condition, name })}
              error={error(".name")}
              autoComplete="off"
            />
            <TextField
              label={field}
              value={condition.value}
              onChange={(value) => onChange({ ...condition, value })}
              error={error(".value")}
              autoComplete="off"
            />
          </FormLayout.Group>
        </FormLayout>
      );
    case "country":
      return (
        <Countries
          codes={condition.values}
          known={known}
          error={error(".values")}
          onChange={(values) => onChange({ ...condition, values })}
        />
      );
    case "risk":
      return (
        <ChoiceList
          title={field}
          allowMultiple
          choices={[...RISKS]}
          selected={[...condition.values]}
          error={error(".values") ?? ""}
          onChange={(chosen) =>
            onChange({ ...condition, values: RISKS.map(({ value }) => value).filter((one) => chosen.includes(one)) })
          }
        />
      );
    default:
      return (
        <TagField
          label={field}
          {...(help === undefined ? {} : { helpText: help })}
          values={condition.values}
          error={error(".values")}
          onChange={(values) => onChange({ ...condition, values })}
        />
      );
  }
}

function Countries(props: {
  codes: string[];
  known: Known;
  error: string | undefined;
  onChange(codes: string[]): void;
}) {
  const { codes, known, error, onChange } = props;
  const rest = known.countries.filter(({ value }) => !codes.includes(value));
  return (
    <BlockStack gap="200">
      <Select
        label={CONDITIONS.country.field}
        options={[{ value: "", label: COPY.chooseCountry }, ...rest]}
        value=""
        error={error}
        onChange={(code) => code !== "" && onChange([...codes, code])}
      />
      <InlineStack gap="200">
        {codes.map((code) => (
          <Tag key={code} onRemove={() => onChange(codes.filter((one) => one !== code))}>
            {known.countryName(code)}
          </Tag>
        ))}
      </InlineStack>
    </BlockStack>
  );
}

interface Resource {
  gid: string;
  title: string;
}

/** Products or variants, chosen in Shopify's own dialog. */
function Picked(props: {
  type: "product" | "variant";
  chosen: Resource[];
  error: string | undefined;
  onChange(chosen: Resource[]): void;
}) {
  const { type, chosen, error, onChange } = props;
  const bridge = useAppBridge();
  async function choose(): Promise<void> {
    const picked = await bridge.resourcePicker({
      ...({ type, action: "select", multiple: 50 } as const),
      ...(type === "product" ? { filter: { variants: false } } : {}),
    });
    if (!picked) return;
    const found = picked.map((one) => ({ gid: one.id, title: titleOf(one) }));
    onChange([...chosen, ...found.filter(({ gid }) => !chosen.some((known) => known.gid === gid))].slice(0, 50));
  }
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button onClick={() => void choose()}>{COPY.choose[type]}</Button>
      {error && (
        <Text as="p" tone="critical">
          {error}
        </Text>
      )}
      <InlineStack gap="200">
        {chosen.map(({ gid, title }) => (
          <Tag key={gid} onRemove={() => onChange(chosen.filter((one) => one.gid !== gid))}>
            {title}
          </Tag>
        ))}
      </InlineStack>
    </BlockStack>
  );
}

const titleOf = (picked: object): string => {
  const { displayName, title } = picked as { displayName?: string; title?: string };
  return (displayName ?? title ?? "").slice(0, 600);
};

interface ActionProps {
  action: RuleAction;
  services: Props["services"];
  error(field: string): string | undefined;
  onChange(to: RuleAction): void;
}

function ActionFields({ action, services, error, onChange }: ActionProps) {
  const options = Object.entries(ACTIONS).map(([value, { label }]) => ({ value, label }));
  return (
    <BlockStack gap="300">
      <Subheading>{COPY.then}</Subheading>
      <Select
        label={COPY.action}
        options={options}
        helpText={ACTIONS[action.do].help}
        value={action.do}
        onChange={(chosen) => onChange(emptyAction(chosen as RuleAction["do"], services))}
      />
      <ActionValue {...{ action, services, error, onChange }} />
    </BlockStack>
  );
}

function ActionValue({ action, services, error, onChange }: ActionProps) {
  const text = (label: string, field: string, value: string, change: (typed: string) => RuleAction) => (
    <TextField
      label={label}
      value={value}
      onChange={(typed) => onChange(change(typed))}
      error={error(`.${field}`)}
      autoComplete="off"
      spellCheck={field === "note"}
    />
  );
  switch (action.do) {
    case "wait_for_tag":
      return text(COPY.tag, "tag", action.tag, (tag) => ({ ...action, tag }));
    case "use_sku":
      return text(COPY.itemSku, "itemSku", action.itemSku, (itemSku) => ({ ...action, itemSku }));
    case "add_note":
      return text(COPY.note, "note", action.note, (note) => ({ ...action, note }));
    case "ship_by":
      return (
        <Select
          label={COPY.method}
          options={methodChoices(action.method, services)}
          value={String(action.method ?? "")}
          onChange={(chosen) => onChange({ ...action, method: methodOf(chosen, services) })}
        />
      );
    default:
      return null;
  }
}

/** What the rule would have done with past orders, as it is typed. */
function TryRule({ rule, at, form }: Pick<CardProps, "rule" | "at" | "form">) {
  return (
    <TryOnPastOrders<TryRuleResult, TriedRule>
      typed={JSON.stringify(form.rules.slice(0, at + 1))}
      ask={async () => {
        const answer = await postJson<TryRuleResult>("/app/api/rules", { intent: "try", at, rules: form.rules });
        if (answer.outcome === "invalid") form.show(answer.errors);
        return answer;
      }}
      resultOf={(answer) => (answer.outcome === "tried" ? answer.result : null)}
      texts={(result) => triedRuleTexts(rule.action.do, result)}
      invalid={COPY.tryInvalid}
      failed={COPY.tryFailed}
    />
  );
}

/** A condition of a kind whose values are still to be entered. */
function emptyCondition(of: RuleCondition["of"]): RuleCondition {
  const not = false;
  switch (of) {
    case "product":
      return { of, not, products: [] };
    case "variant":
      return { of, not, variants: [] };
    case "quantity":
    case "amount":
      return { of, not, atLeast: "" };
    case "first_order":
      return { of, not };
    case "attribute":
      return { of, not, name: "", value: "" };
    case "risk":
      return { of, not, values: ["high"] };
    default:
      return { of, not, values: [] };
  }
}

const methodOf = (chosen: string, services: Props["services"]) => {
  if (chosen === "") return null;
  if (services) return chosen;
  return chosen === "1" ? 1 : chosen === "2" ? 2 : chosen;
};

function emptyAction(chosen: RuleAction["do"], services: Props["services"]): RuleAction {
  switch (chosen) {
    case "wait_for_tag":
      return { do: chosen, tag: "" };
    case "ship_by":
      return { do: chosen, method: services ? (services[0]?.code ?? null) : 1 };
    case "use_sku":
      return { do: chosen, itemSku: "" };
    case "add_note":
      return { do: chosen, note: "" };
    default:
      return { do: chosen };
  }
}

type NewRule = Pick<Rule, "name" | "match" | "conditions" | "action">;

const NEW_RULE: NewRule = {
  name: "",
  match: "all",
  conditions: [{ of: "order_tag", not: false, values: [] }],
  action: { do: "hold" },
};

/** The rules as typed, saving them, and the result. `unreadable`: the stored ones are not, and no rules can be saved in their place. */
function useRulesForm(saved: readonly Rule[], unreadable: boolean) {
  const [edited, setEdited] = useState<Rule[] | null>(null);
  const [leftUnreadable, setLeftUnreadable] = useState(false);
  const sent = useRef<Rule[] | null>(null);
  const [opened, setOpened] = useState<string[]>([]);
  const [errors, setErrors] = useState<RuleErrors>({});
  const [announced, setAnnounced] = useState("");
  const shopify = useAppBridge();
  const rules = edited ?? [...saved];
  const show = (found: RuleErrors) => {
    setErrors(found);
    const ids = Object.keys(found).flatMap((path) => rules[Number(path.split(".", 1)[0])]?.id ?? []);
    setOpened((before) => [...new Set([...before, ...ids])]);
    focusFirstError();
  };
  const { answer, busy, send } = useJsonFetcher<SaveRulesResult | RequestFailed>((result) => {
    if (result.outcome === "invalid") show(result.errors);
    if (result.outcome !== "saved") return;
    setErrors({});
    // What the merchant typed since stays.
    setEdited((now) => (now === sent.current ? null : now));
    shopify.toast.show(COPY.saved);
  }, "/app/api/rules");
  // Errors name rules by their position.
  const place = (to: Rule[]) => {
    setEdited(to);
    setErrors({});
  };
  return {
    rules,
    opened,
    errors,
    announced,
    show,
    dirty: (unreadable && !leftUnreadable) || (edited !== null && JSON.stringify(edited) !== JSON.stringify(saved)),
    saving: busy,
    failed: answer?.outcome === "failed",
    changed: answer?.outcome === "changed",
    add(example: NewRule = NEW_RULE) {
      const rule = { ...example, id: crypto.randomUUID(), on: true, name: example.name || COPY.newName };
      place([...rules, rule]);
      setOpened([...opened, rule.id]);
    },
    change(at: number, to: Partial<Rule>) {
      const changed = Object.keys(to);
      setEdited(rules.map((rule, position) => (position === at ? { ...rule, ...to } : rule)));
      setErrors((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([path]) => !changed.some((field) => path.startsWith(`${at}.${field}`))),
        ),
      );
    },
    move(from: number, to: number) {
      const rule = rules[from];
      if (!rule) return;
      place(rules.toSpliced(from, 1).toSpliced(to, 0, rule));
      setAnnounced(COPY.moved(rule.name, to + 1, rules.length));
    },
    remove: (at: number) => place(rules.toSpliced(at, 1)),
    toggle: (id: string) =>
      setOpened((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    save() {
      sent.current = edited;
      send(JSON.stringify({ intent: "save", rules, seen: saved }));
    },
    discard() {
      setEdited(null);
      setLeftUnreadable(true);
      setErrors({});
    },
  };
}

type RulesForm = ReturnType<typeof useRulesForm>;
