// eslint-disable-next-line no-restricted-imports -- this is the form that all others are
import { Form as PolarisForm, type FormProps } from "@shopify/polaris";
import { useIsHydrated } from "./use-is-hydrated.ts";

/**
 * Polaris' form, which takes no input before the page has hydrated: React would set back what was typed until then, and the browser
 * would send the form itself, without an id token, and show the refusal in place of the page.
 */
export function Form(props: FormProps) {
  return (
    // React 18 knows `inert` as no property of its own: only a text reaches the element.
    <div {...(useIsHydrated() ? {} : { inert: "" })}>
      <PolarisForm {...props} />
    </div>
  );
}
