import type { DryRunView } from "../../dry-run/read-dry-run.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY, PROBLEM_TEXT, waitingText } from "./copy.ts";

const text = COPY.banners;

/** Why a dry run waits, stopped, or says less than it seems. */
export function RunBanner({ run, busy, onStart }: { run: DryRunView; busy: boolean; onStart(): void }) {
  const { state, problem, checked, total } = run;
  const start = (content: string) => ({ content, loading: busy, onAction: onStart });
  switch (state) {
    case "failed":
      return (
        <MessageBanner
          tone="critical"
          title={text.failed.title}
          text={problem ? PROBLEM_TEXT[problem] : ""}
          action={start(text.failed.action)}
        />
      );
    case "canceled":
      return <MessageBanner tone="info" title={text.canceled.title} text={text.canceled.text(checked, total)} />;
    case "finished":
      return run.outdated ? (
        <MessageBanner tone="info" title={text.outdated.title} text={text.outdated.text} action={start(COPY.again)} />
      ) : null;
    default:
      return problem && <MessageBanner tone="warning" title={text.waiting.title} text={waitingText(problem)} />;
  }
}
