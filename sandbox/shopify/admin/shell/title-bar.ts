import type { TitleBar } from "../../app-bridge/messages.ts";
import { barButton } from "./bar-button.ts";
import { make, part } from "./element.ts";
import { onFrameEvent, page, sendCommand } from "./frame-channel.ts";

const press = (index: number) => () => sendCommand("press", { bar: "title-bar", index });

function show(bar: TitleBar | null): void {
  part("app-title").textContent = bar?.title || (page["appTitle"] ?? "");
  part("app-buttons").replaceChildren(...(bar?.buttons ?? []).map((button) => barButton(button, press(button.index))));
  const back = bar?.back;
  part("app-back").replaceChildren(
    ...(back ? [make("button", { className: "button plain", onclick: press(back.index) }, `← ${back.label}`)] : []),
  );
}

/** The app's title and buttons above its frame. */
export function startTitleBar(): void {
  onFrameEvent("title-bar", show);
}
