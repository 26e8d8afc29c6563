/**
 * A preload (`--import`): ends this process in order, as SIGTERM does, when its standard input ends, that is when the
 * launcher stops or dies. Programs that are not ours run under supervisor.ts instead.
 */
const end = () => process.kill(process.pid, "SIGTERM");

process.stdin.on("end", end).on("error", end).resume();
// `unref` exists on pipes: waiting for the parent is no reason to stay alive.
(process.stdin as { unref?: () => void }).unref?.();

export {};
