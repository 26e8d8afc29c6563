/**
 * Answers keys in as few reads as possible: what is asked for in one turn of the event loop, and while a read is under way, is read
 * together. A read that fails rejects each of its keys.
 */
export function batched<Key, Value>(read: (keys: readonly Key[]) => Promise<readonly Value[]>) {
  let asked: { key: Key; resolve(value: Value | undefined): void; reject(error: unknown): void }[] = [];
  let isReading = false;

  const readAll = async () => {
    if (isReading) return;
    isReading = true;
    while (asked.length > 0) {
      const batch = asked;
      asked = [];
      try {
        const values = await read(batch.map(({ key }) => key));
        batch.forEach(({ resolve }, at) => resolve(values[at]));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isReading = false;
  };

  return (key: Key): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      asked.push({ key, resolve, reject });
      if (asked.length === 1) setImmediate(() => void readAll());
    });
}
