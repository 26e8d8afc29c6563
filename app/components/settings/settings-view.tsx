import { Banner, Layout, Page } from "@shopify/polaris";
import type { AccountView } from "../../settings/edit/view-account.ts";
import type { SettingsView as Settings } from "../../settings/edit/view-settings.ts";
import { pluralize } from "../common/format.ts";
import { UnreadableSettingsBanner } from "../common/unreadable-settings-banner.tsx";
import { ContextualSaveBar } from "../common/save-bar.tsx";
import { AccountSection } from "./account-section.tsx";
import { ArtworkSection } from "./artwork-section.tsx";
import { ContactSection } from "./contact-section.tsx";
import { LinesSection } from "./lines-section.tsx";
import { PricesSection } from "./prices-section.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";
import { SendingSection } from "./sending-section.tsx";
import { ShippingSection } from "./shipping-section.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

/** The settings of a shop. The print account has its own buttons; all else is saved together. */
export function SettingsView({ settings, account }: { settings: Settings; account: AccountView }) {
  const { form, dirty, saving, failed, errorCount, save, discard } = useSettingsForm(settings.draft);
  return (
    <Page title="Settings">
      <ContextualSaveBar id="settings" open={dirty} saving={saving} onSave={save} onDiscard={discard} />
      <Layout>
        {settings.unreadable.length > 0 && (
          <Layout.Section>
            <UnreadableSettingsBanner unreadable={settings.unreadable} onSettingsPage />
          </Layout.Section>
        )}
        {failed && (
          <Layout.Section>
            <Banner
              tone="critical"
              title="Your changes are not saved yet."
              action={{ content: "Try again", onAction: save }}
            >
              <p>The app could not be reached. What you typed is still here.</p>
            </Banner>
          </Layout.Section>
        )}
        {errorCount > 0 && (
          <Layout.Section>
            <Banner
              tone="critical"
              title={`Nothing was saved: ${pluralize(errorCount, "field needs", "fields need")} a correction.`}
            >
              <p>Each of them says below what is wrong.</p>
            </Banner>
          </Layout.Section>
        )}
        <AccountSection account={account} />
        <WebhooksSection account={account} />
        <SendingSection form={form} />
        <LinesSection form={form} />
        <ArtworkSection form={form} />
        <ShippingSection form={form} />
        <ContactSection form={form} />
        <PricesSection form={form} currencies={settings.currencies} />
      </Layout>
    </Page>
  );
}
