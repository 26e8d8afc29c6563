export interface Notice {
  tone: "good" | "bad";
  message: string;
}

export interface Notices {
  /** Keeps a notice for the next page; returns its name. */
  add(notice: Notice): string;
  read(name: string | null): Notice | undefined;
}

const MAX_NOTICES = 50;

/** The results of forms. Only their name is in the address, so that no link can put text into the page. */
export function createNotices(): Notices {
  const notices = new Map<string, Notice>();
  let next = 1;
  return {
    add(notice) {
      const name = String(next++);
      notices.set(name, notice);
      for (const oldest of notices.keys()) if (notices.size > MAX_NOTICES) notices.delete(oldest);
      return name;
    },
    read: (name) => (name === null ? undefined : notices.get(name)),
  };
}
