import { useCallback, useEffect, useState } from "preact/hooks";
import { callApp, type AppResponse } from "./call-app.ts";

/** The app's response to a path; undefined while loading. null: no request. `reload` requests the path again. */
export function useAppData<T>(path: string | null): { response: AppResponse<T> | undefined; reload(): void } {
  const [response, setResponse] = useState<AppResponse<T>>();
  const [reloadCount, setReloadCount] = useState(0);
  useEffect(() => {
    if (path === null) return;
    let active = true;
    setResponse(undefined);
    void callApp<T>(path).then((result) => {
      if (active) setResponse(result);
    });
    return () => {
      active = false;
    };
  }, [path, reloadCount]);
  return { response, reload: useCallback(() => setReloadCount((before) => before + 1), []) };
}
