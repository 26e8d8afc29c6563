import { useEffect, useState } from "preact/hooks";
import type { Countdown as CountdownTo } from "../../app/extension-api/responses.ts";
import { inWords } from "../../app/components/common/format.ts";
import { t } from "./host.ts";

/** What happens at a moment, and how long it is until then. `now`: the app's present when the answer was made. */
export function Countdown({ to, now }: { to: CountdownTo; now: string }) {
  const left = Math.ceil((new Date(to.at).getTime() - useNow(now)) / 1_000);
  if (left <= 0) return to.over === null ? null : <s-text type="strong">{to.over}.</s-text>;
  return <s-text type="strong">{t("common.countdown", { what: to.lead, left: inWords(left), at: to.atWords })}</s-text>;
}

/** The app's present, going on every second; milliseconds. */
function useNow(now: string): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const begun = Date.now();
    setPassed(0);
    const timer = setInterval(() => setPassed(Date.now() - begun), 1_000);
    return () => clearInterval(timer);
  }, [now]);
  return new Date(now).getTime() + passed;
}
