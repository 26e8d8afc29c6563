import { useEffect, useState } from "react";

/** The server's present, which goes on ticking in the browser. `from`: what the server said, ISO 8601. */
export function useNow(from: string): Date {
  const [now, setNow] = useState(() => new Date(from));
  useEffect(() => {
    const clockOffset = new Date(from).getTime() - Date.now();
    const tick = () => setNow(new Date(Date.now() + clockOffset));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [from]);
  return now;
}
