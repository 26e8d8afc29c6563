import { ActionList, Badge, BlockStack, Card, Page, type Icon } from "@shopify/polaris";
import {
  AutomationIcon,
  CartIcon,
  CashDollarIcon,
  ConnectIcon,
  DeliveryIcon,
  ImageIcon,
  LockIcon,
  NotificationIcon,
  PaymentIcon,
  PersonLockIcon,
  PersonalizedTextIcon,
  SendIcon,
  StoreIcon,
  StoreManagedIcon,
} from "@shopify/polaris-icons";
import type { ComponentProps } from "react";
import type { SettingName } from "../../settings/settings.ts";
import { settingsPageOf } from "../../settings/settings-pages.ts";
import { UnreadableSettingsBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { useShop } from "../common/shop-context.tsx";
import { OVERVIEW, UNREADABLE, type Overview } from "./overview-copy.ts";

type Entry = keyof typeof OVERVIEW;

const ICONS: Readonly<Record<Entry, ComponentProps<typeof Icon>["source"]>> = {
  sending: SendIcon,
  rules: AutomationIcon,
  personalization: PersonalizedTextIcon,
  payment: PaymentIcon,
  prices: CashDollarIcon,
  shipping: DeliveryIcon,
  rates: CartIcon,
  artwork: ImageIcon,
  shopify: StoreIcon,
  notifications: NotificationIcon,
  account: ConnectIcon,
  staff: PersonLockIcon,
  stores: StoreManagedIcon,
  privacy: LockIcon,
};

interface Props extends Overview {
  unreadable: SettingName[];
}

/** The pages of settings, each with what is set now. */
export function OverviewView({ unreadable, ...overview }: Props) {
  const { timezone } = useShop();
  const toReview = new Set<string>(unreadable.map(settingsPageOf));
  const items = (Object.keys(OVERVIEW) as Entry[]).map((entry) => ({
    url: entry === "privacy" || entry === "stores" ? `/app/${entry}` : `/app/settings/${entry}`,
    content: OVERVIEW[entry].title,
    helpText: OVERVIEW[entry].line(overview, timezone),
    icon: ICONS[entry],
    suffix: toReview.has(entry) ? <Badge tone="critical">{UNREADABLE}</Badge> : undefined,
  }));
  return (
    <Page title={COMMON.settings}>
      <BlockStack gap="400">
        <UnreadableSettingsBanner unreadable={unreadable} onSettingsPage={false} />
        <Card padding="100">
          <ActionList items={items} />
        </Card>
      </BlockStack>
    </Page>
  );
}
