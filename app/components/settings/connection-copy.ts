import type { PrintServiceSetting } from "../../ports/connection-check.ts";

/** What the print service does that shows which setting of the app does not fit. */
const SETTING_PROBLEMS: Readonly<Record<PrintServiceSetting, string>> = {
  PRINT_SERVICE_URL: "Inkbridge can't find the print service at the address it was given.",
  PRINT_SERVICE_TOKEN_METHOD: "The print service expects Inkbridge to sign in another way.",
  PRINT_SERVICE_PREFIX: "The print service signs Inkbridge in, but doesn't recognize its requests after that.",
  PRINT_SERVICE_GET_PARAMS: "The print service answers, but doesn't see what Inkbridge asks for.",
};

/** A setting that a merchant cannot change: what is wrong, and whom to tell. */
export const wrongSettingMessage = (setting: PrintServiceSetting): string =>
  `${SETTING_PROBLEMS[setting]} Your email and password aren't the problem. Ask the person who runs Inkbridge to check the setting ${setting}.`;

const CALLS = { list: "the list of orders", detail: "order details" } as const;

/** Orders that cannot be read although the credentials are right. */
export const unreadableMessage = ({
  call,
  httpStatus,
}: {
  call: "list" | "detail";
  httpStatus: number | null;
}): string =>
  httpStatus === null
    ? `Your email and password work, but the print service doesn't answer when Inkbridge asks for ${CALLS[call]}.`
    : `Your email and password work, but the print service answers HTTP ${httpStatus} when Inkbridge asks for ${CALLS[call]}.`;
