import type { ListQuery } from "../../orders/pages/list/list-query.ts";
import type { Tab } from "../../orders/pages/list/tabs.ts";
import type { SavedView } from "../../orders/pages/saved-views.ts";

/** The saved views of a page and what can be done with them. What changes them resolves to whether it was asked for. */
export interface Views {
  all: readonly SavedView[];
  /** The one that is open, if any. */
  current: SavedView | null;
  /** The open one shows something else than it keeps. */
  changed: boolean;
  canAdd: boolean;
  saving: boolean;
  open(view: SavedView): void;
  openTab(tab: Tab): void;
  save(name: string, query: ListQuery): Promise<boolean>;
  update(id: string, query: ListQuery): Promise<boolean>;
  rename(id: string, name: string): Promise<boolean>;
  duplicate(view: SavedView, name: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Back to what the open view keeps, or to the tab without these. */
  revert(withoutFilters: Partial<ListQuery>): void;
}
