/** "namespace.key", split at the last dot: a namespace may hold dots, a key cannot. null when it is neither. */
export function metafieldName(name: string | undefined): { namespace: string; key: string } | null {
  const dot = name?.lastIndexOf(".") ?? -1;
  return name && dot > 0 && dot < name.length - 1 ? { namespace: name.slice(0, dot), key: name.slice(dot + 1) } : null;
}
