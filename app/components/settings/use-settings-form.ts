import { useAppBridge } from "@shopify/app-bridge-react";
import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { DraftErrors, SettingsDraft } from "../../settings/edit/settings-draft.ts";
import type { SaveDraftResult } from "../../settings/edit/view-settings.ts";
import type { SettingsForm } from "./settings-form.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { useDraft } from "./use-draft.ts";

/** The form of the settings page: what was typed, saving it, and what came of that. */
export function useSettingsForm(saved: SettingsDraft) {
  const draft = useDraft(saved);
  const [errors, setErrors] = useState<DraftErrors>({});
  const fetcher = useFetcher<SaveDraftResult | RequestFailed>();
  const shopify = useAppBridge();
  const response = fetcher.state === "idle" ? fetcher.data : undefined;

  useEffect(() => {
    if (response?.outcome === "invalid") {
      setErrors(response.errors);
      requestAnimationFrame(focusFirstError);
    }
    if (response?.outcome !== "saved") return;
    setErrors({});
    draft.reset();
    shopify.toast.show("Settings saved");
    // Once per answer: what the form does meanwhile is no reason to say it again.
  }, [response]);

  const form: SettingsForm = {
    values: draft.values,
    set(key, value) {
      draft.set(key, value);
      setErrors((before) => withoutField(before, key));
    },
    error: (path) => Object.entries(errors).find(([at]) => isWithin(at, path))?.[1],
  };
  return {
    form,
    dirty: draft.dirty,
    saving: fetcher.state !== "idle",
    failed: response?.outcome === "failed",
    errorCount: Object.keys(errors).length,
    save: () =>
      fetcher.submit(JSON.stringify(draft.changed), {
        method: "POST",
        action: "/app/settings",
        encType: "application/json",
      }),
    discard() {
      draft.reset();
      setErrors({});
    },
  };
}

/** The page is long: what is wrong may be out of sight. */
function focusFirstError(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}.`);

const withoutField = (errors: DraftErrors, field: string): DraftErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !isWithin(path, field)));
