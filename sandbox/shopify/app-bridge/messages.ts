/** Messages between the app's frame and the admin around it. Both sides check the origin of what arrives. */

export interface MenuLink {
  label: string;
  href: string;
  home: boolean;
}

/** A button in the frame that the admin shows a copy of; `press` names it by `index`. */
export interface BarButton {
  index: number;
  label: string;
  primary: boolean;
  critical: boolean;
  disabled: boolean;
  loading: boolean;
}

export interface TitleBar {
  title: string;
  buttons: BarButton[];
  /** Index of the button or link that leads back. */
  back: { index: number; label: string } | null;
}

export interface SaveBar {
  buttons: BarButton[];
  discardConfirmation: boolean;
}

export interface Toast {
  id: string;
  text: string;
  isError: boolean;
  duration: number;
  action: string | null;
}

export interface PickerOptions {
  type: "product" | "variant" | "collection";
  action?: "add" | "select";
  multiple?: boolean | number;
  query?: string;
  filter?: { variants?: boolean; query?: string };
  selectionIds?: { id: string; variants?: { id: string }[] }[];
}

/** News from the frame. */
export type FrameEvent =
  | { kind: "path"; detail: { path: string; how: "push" | "replace"; state: unknown } }
  | { kind: "menu"; detail: MenuLink[] }
  | { kind: "title-bar"; detail: TitleBar | null }
  | { kind: "save-bar"; detail: SaveBar | null }
  | { kind: "toast"; detail: Toast }
  | { kind: "toast-hide"; detail: { id: string } }
  | { kind: "loading"; detail: boolean }
  | { kind: "open"; detail: { url: string } };

/** Questions of the frame, each with what is answered through its port. */
export interface Answers {
  "id-token": string;
  leave: boolean;
  picker: unknown[] | null;
  scopes: Scopes;
  "scopes-request": { result: "granted-all" | "declined-all"; detail: Scopes };
}

/** Access scopes of the app in this shop. */
export interface Scopes {
  granted: string[];
  required: string[];
  optional: string[];
}

export type FrameQuestion =
  | { kind: "id-token"; detail: null }
  | { kind: "leave"; detail: null }
  | { kind: "picker"; detail: PickerOptions }
  | { kind: "scopes"; detail: null }
  | { kind: "scopes-request"; detail: string[] };

/** What the admin asks of the frame, by kind. */
export interface AdminCommands {
  navigate: { href: string };
  /** Back or forward, to a path that was reported with that state. */
  go: { path: string; state: unknown };
  press: { bar: "save-bar" | "title-bar"; index: number };
  "toast-action": { id: string };
  "toast-gone": { id: string };
}
