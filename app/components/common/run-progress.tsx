import { BlockStack, ProgressBar, Text } from "@shopify/polaris";
import { useId, useEffect, useState } from "react";
import { useFetcher } from "@remix-run/react";
import { hasFailed, type RequestFailed } from "./request-failed.ts";

interface RunProgressProps {
  done: number;
  total: number;
  /** What is counted. Read aloud when it changes. */
  label: string;
  /** A text beside says so: the label is for those who do not see the bar. */
  labelHidden?: boolean;
}

/** How far a long run is, or something else that the page waits for. */
export function RunProgress({ done, total, label, labelHidden = false }: RunProgressProps) {
  const id = useId();
  const tone = labelHidden ? "primary" : undefined;
  const percent = total === 0 ? 0 : (done / total) * 100;
  const bar = <ProgressBar progress={percent} size="small" tone={tone} ariaLabelledBy={id} />;
  if (labelHidden)
    return (
      <>
        {bar}
        <span id={id} hidden>
          {label}
        </span>
      </>
    );
  return (
    <div role="status">
      <BlockStack gap="200">
        {bar}
        <Text as="p" id={id} breakWord>
          {label}
        </Text>
      </BlockStack>
    </div>
  );
}

const POLL_MS = 1_500;

/** The answer to a request for the shop's present run of a kind; null: there is none. */
type CurrentRun<Run> = { current: Run | null } | RequestFailed;

/**
 * A long run of the shop, read with the page, and again while the app works on it. A read that fails leaves what was read last and
 * is repeated. `current`: undefined before the first answer.
 */
export function useCurrentRun<Run>(path: string, isAtWork: (run: Run) => boolean) {
  const { load, data, state } = useFetcher<CurrentRun<Run>>();
  const [current, setCurrent] = useState<Run | null>();
  useEffect(() => load(path), [load, path]);
  useEffect(() => {
    if (data && !hasFailed(data)) setCurrent(data.current as Run | null);
  }, [data]);

  const isWorking = current ? isAtWork(current) : false;
  const readsAgain = isWorking || hasFailed(data);
  useEffect(() => {
    if (!readsAgain || state !== "idle") return;
    const timer = setTimeout(() => load(path), POLL_MS);
    return () => clearTimeout(timer);
  }, [readsAgain, state, load, path, data]);
  return { current, isWorking, reload: () => load(path) };
}
