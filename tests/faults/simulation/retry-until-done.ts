import { until } from "../../support/until.ts";
import { scaled } from "../within.ts";

const LIMIT_MS = scaled(20_000);

/** Tries until it goes through, as people do: the database may be away just now. @throws Error when it never does */
export async function retryUntilDone(what: string, work: () => Promise<unknown>): Promise<void> {
  await until(
    what,
    () =>
      work().then(
        () => true,
        () => false,
      ),
    LIMIT_MS,
  );
}
