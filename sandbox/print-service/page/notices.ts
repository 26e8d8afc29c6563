export interface Notice {
  tone: "good" | "bad";
  says: string;
}

export interface Notices {
  /** Leaves a word for the page that is shown next, and gives the name under which it asks for it. */
  leave(notice: Notice): string;
  read(name: string | null): Notice | undefined;
}

const KEPT = 50;

/** Words about what a form did. They stay here, so that no link can put words into the page. */
export function createNotices(): Notices {
  const left = new Map<string, Notice>();
  let next = 1;
  return {
    leave(notice) {
      const name = String(next++);
      left.set(name, notice);
      for (const oldest of left.keys()) if (left.size > KEPT) left.delete(oldest);
      return name;
    },
    read: (name) => (name === null ? undefined : left.get(name)),
  };
}
