import { useEffect, useState } from "preact/hooks";
import type { Countdown as CountdownData } from "../../app/extension-api/responses.ts";
import { timeUntil } from "../../app/components/common/format.ts";
import { t } from "./host.ts";

/** What happens next and in how long. `now`: the app's time when it responded. */
export function Countdown({ countdown, now }: { countdown: CountdownData; now: string }) {
  const secondsLeft = Math.ceil((new Date(countdown.at).getTime() - useNow(now)) / 1_000);
  if (secondsLeft <= 0)
    return countdown.elapsedLabel === null ? null : <s-text type="strong">{countdown.elapsedLabel}.</s-text>;
  return (
    <s-text type="strong">
      {t("common.countdown", { what: countdown.label, left: timeUntil(secondsLeft), at: countdown.atText })}
    </s-text>
  );
}

/** The app's clock in milliseconds, ticking every second. */
function useNow(now: string): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed(Date.now() - startedAt), 1_000);
    return () => clearInterval(timer);
  }, [now]);
  return new Date(now).getTime() + elapsed;
}
