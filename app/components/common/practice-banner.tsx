import { Box } from "@shopify/polaris";
import { MessageBanner } from "./banners.tsx";
import { COPY } from "./copy.ts";
import { SETTINGS_LINKS } from "./settings-links.ts";
import { useShop } from "./shop-context.tsx";

const { title, text, action } = COPY.practice;

/** Above every page of a shop with a practice account. */
export function PracticeBanner() {
  if (!useShop().practice) return null;
  return (
    <div className="Inkbridge-AbovePage">
      <Box paddingBlockStart="400" paddingInline={{ xs: "0", sm: "600" }}>
        <MessageBanner
          tone="info"
          title={title}
          text={text}
          action={{ content: action, url: SETTINGS_LINKS.print_account }}
        />
      </Box>
    </div>
  );
}
