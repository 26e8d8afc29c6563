import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { ShopFilePage } from "../../../ports/shop-catalog.ts";

/** The answer to a request for files. not_allowed: the merchant has to allow access first. */
export type FilesResponse = ({ outcome: "listed" } & ShopFilePage) | { outcome: "not_allowed" } | { outcome: "failed" };

/** A page of the shop's files, searched and paged. */
export function useFiles() {
  const { load, data, state } = useFetcher<FilesResponse>();
  const [search, setSearch] = useState("");
  /** The cursors of the pages so far, the first one without. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const after = cursors.at(-1) ?? "";
  const path = `/app/files?${new URLSearchParams({ search, ...(after && { after }) }).toString()}`;
  useEffect(() => load(path), [load, path]);
  const next = data?.outcome === "listed" ? data.next : null;
  return {
    answer: data,
    loading: state !== "idle",
    searched: search,
    search(text: string): void {
      setSearch(text);
      setCursors([]);
    },
    reload: () => load(path),
    hasPages: next !== null || cursors.length > 0,
    onNext: next === null ? null : () => setCursors([...cursors, next]),
    onPrevious: cursors.length === 0 ? null : () => setCursors(cursors.slice(0, -1)),
  };
}

export type Files = ReturnType<typeof useFiles>;
