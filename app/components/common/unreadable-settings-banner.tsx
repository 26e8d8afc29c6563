import { Banner, Text } from "@shopify/polaris";
import { settingNames } from "./setting-names.ts";

/** Says which stored settings cannot be read, and what that means. `onSettings`: it stands on their own page. */
export function UnreadableSettingsBanner({
  unreadable,
  onSettingsPage,
}: {
  unreadable: readonly string[];
  onSettingsPage: boolean;
}) {
  if (unreadable.length === 0) return null;
  return (
    <Banner
      tone="critical"
      title="Some settings cannot be read"
      action={onSettingsPage ? undefined : { content: "Open the settings", url: "/app/settings" }}
    >
      <Text as="p">
        Unreadable: {settingNames(unreadable)}. Until they are saved again, every order waits for your approval and no
        customer is told of a parcel. Nothing is lost. Check all settings, choose the approval that you want, and save.
      </Text>
    </Banner>
  );
}
