import type { EventSender } from "../events.ts";
import type { Faults } from "../faults.ts";
import type { Settings } from "../options.ts";
import type { ProductionLine } from "../production-line.ts";
import type { Store } from "../store.ts";

/** The state and controls of the pages. */
export interface Parts {
  store: Store;
  settings: Settings;
  sender: EventSender;
  line: ProductionLine;
  faults: Faults;
}
