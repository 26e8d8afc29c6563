import type { SVGProps } from "react";

/** Icons in the manner of Polaris, whose own come in a package that this app does without. */
const createIcon = (path: string) =>
  function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg viewBox="0 0 20 20" {...props}>
        <path fillRule="evenodd" d={path} />
      </svg>
    );
  };

export const ArrowUp = createIcon(
  "M10 3.5c.2 0 .39.08.53.22l5.25 5.25a.75.75 0 1 1-1.06 1.06L10.75 6.06v9.69a.75.75 0 0 1-1.5 0V6.06l-3.97 3.97a.75.75 0 1 1-1.06-1.06l5.25-5.25A.75.75 0 0 1 10 3.5Z",
);
export const ArrowDown = createIcon(
  "M10 16.5a.75.75 0 0 1-.53-.22l-5.25-5.25a.75.75 0 1 1 1.06-1.06l3.97 3.97V4.25a.75.75 0 0 1 1.5 0v9.69l3.97-3.97a.75.75 0 1 1 1.06 1.06l-5.25 5.25a.75.75 0 0 1-.53.22Z",
);
export const Cross = createIcon(
  "M5.72 5.72a.75.75 0 0 1 1.06 0L10 8.94l3.22-3.22a.75.75 0 1 1 1.06 1.06L11.06 10l3.22 3.22a.75.75 0 1 1-1.06 1.06L10 11.06l-3.22 3.22a.75.75 0 0 1-1.06-1.06L8.94 10 5.72 6.78a.75.75 0 0 1 0-1.06Z",
);
