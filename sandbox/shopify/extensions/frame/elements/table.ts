const ROLES: Record<string, string> = {
  "s-table-header-row": "row",
  "s-table-header": "columnheader",
  "s-table-body": "rowgroup",
  "s-table-row": "row",
  "s-table-cell": "cell",
};

class TablePart extends HTMLElement {
  connectedCallback(): void {
    this.role = ROLES[this.localName] ?? null;
  }
}

/** A table; in a narrow frame each row is a list, its values named by the column's words. */
class Table extends HTMLElement {
  connectedCallback(): void {
    this.role = "table";
    new MutationObserver(() => this.#name()).observe(this, { childList: true, subtree: true, characterData: true });
    this.#name();
  }

  #name(): void {
    const headers = [...this.querySelectorAll("s-table-header")];
    for (const row of this.querySelectorAll("s-table-row")) {
      [...row.children].forEach((cell, at) => {
        if (!(cell instanceof HTMLElement)) return;
        cell.dataset["column"] = headers[at]?.textContent ?? "";
        cell.classList.toggle("number", /^(numeric|currency)$/.test(headers[at]?.getAttribute("format") ?? ""));
      });
    }
    for (const header of headers) {
      header.classList.toggle("number", /^(numeric|currency)$/.test(header.getAttribute("format") ?? ""));
    }
  }
}

export function defineTable(): void {
  for (const tag of Object.keys(ROLES)) customElements.define(tag, class extends TablePart {});
  customElements.define("s-table", Table);
}
