/** Styles of the elements' shadow roots; tokens and fonts come from the page. */
export const CONTROL_STYLES = `
* { box-sizing: border-box; }
:host([hidden]) { display: none !important; }
:focus-visible { outline: 2px solid var(--p-color-border-focus); outline-offset: 1px; }
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 4px; min-height: 28px; padding: 4px 12px;
  border: 0; border-radius: 8px; font: 550 0.75rem/1rem var(--font); color: var(--p-color-text); background: #fff;
  box-shadow: inset 0 0 0 1px #e3e3e3, inset 0 -1px 0 0 #b5b5b5; cursor: pointer; text-decoration: none;
}
.button:hover { background: var(--p-color-bg-surface-hover); }
.button.primary { color: #fff; background: #303030; box-shadow: inset 0 1px 0 0 #6b6b6b; }
.button.primary:hover { background: #1a1a1a; }
.button.critical { color: #8e0b21; }
.button.primary.critical:not(:disabled) { color: #fff; background: #c70a24; box-shadow: none; }
.button.tertiary { background: transparent; box-shadow: none; padding-inline: 6px; }
.button.tertiary:hover { background: rgb(0 0 0 / 6%); }
.button:disabled { color: #757575; background: rgb(0 0 0 / 5%); box-shadow: none; cursor: default; }
.link { font: inherit; color: var(--p-color-text-link); text-decoration: none; cursor: pointer; border: 0; padding: 0; background: none; }
.link:hover { text-decoration: underline; }
.link.neutral { color: inherit; text-decoration: underline; }
.link.critical { color: #8e0b21; }
.wheel {
  width: 14px; height: 14px; border: 2px solid currentcolor; border-right-color: transparent; border-radius: 50%;
}
@media (prefers-reduced-motion: no-preference) {
  .wheel { animation: spin 0.8s linear infinite; }
  @keyframes spin { to { transform: rotate(1turn); } }
}
.field { display: grid; gap: 4px; font: 450 0.8125rem/1.25rem var(--font); }
s-icon { width: 20px; height: 20px; flex: none; background-color: currentcolor; mask: no-repeat center / contain; }
.button s-icon { width: 16px; height: 16px; }
.box span:empty { display: none; }
.box { display: flex; align-items: center; gap: 8px; }
.box input, .box select, .box textarea {
  font: inherit; flex: 1; min-width: 0; width: 100%; min-height: 32px; padding: 5px 12px; color: inherit;
  background: #fdfdfd; border: 1px solid #8a8a8a; border-radius: 8px;
}
.wrong input, .wrong select, .wrong textarea { border-color: #8e0b21; background: #fee8eb; }
.details { margin: 0; color: var(--p-color-text-secondary); }
.error { margin: 0; color: #8e0b21; }
.check { display: flex; gap: 8px; align-items: flex-start; font: 450 0.8125rem/1.25rem var(--font); }
.check input { width: 16px; height: 16px; margin: 2px 0 0; flex: none; accent-color: #303030; }
.hidden {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 4px; min-width: 0; }
legend { padding: 0; margin-bottom: 4px; }
.banner {
  display: flex; gap: 8px; align-items: flex-start; padding: 12px; border-radius: 12px; color: #003a5a;
  background: #eaf4ff; font: 450 0.8125rem/1.25rem var(--font);
}
.banner.success { color: #014b40; background: #cdfed4; }
.banner.warning, .banner.caution { color: #5e4200; background: #fff1e3; }
.banner.critical { color: #8e0b21; background: #fee8eb; }
.banner-text { flex: 1; min-width: 0; display: grid; gap: 8px; overflow-wrap: anywhere; }
.banner-title { margin: 0; font-weight: 650; }
.banner-title:empty { display: none; }
[hidden] { display: none !important; }
.section { display: grid; gap: 8px; }
.section-title { margin: 0; font: 650 0.8125rem/1.25rem var(--font); }
.action-body { padding: 16px; }
.action-loading { display: flex; gap: 8px; align-items: center; justify-content: center; padding: 48px 16px; color: var(--p-color-text-secondary); }
.action-buttons {
  position: sticky; bottom: 0; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; padding: 12px 16px;
  background: var(--p-color-bg-surface); border-top: 1px solid var(--p-color-border-secondary);
}
@media (max-width: 30rem) {
  .button { min-height: 32px; font-size: 0.8125rem; }
  .box input, .box select, .box textarea { min-height: 36px; font-size: 1rem; }
}
`;
