export interface Notice {
  tone: "good" | "bad";
  message: string;
}

export interface Notices {
  /** Leaves a word for the page that is shown next, and gives the name under which it asks for it. */
  add(notice: Notice): string;
  read(name: string | null): Notice | undefined;
}

const MAX_NOTICES = 50;

/** Words about what a form did. They stay here, so that no link can put words into the page. */
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
