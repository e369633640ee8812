"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useConversations } from "./conversations-provider";

const debounceMilliseconds = 200;

export function ConversationSearch() {
  const { search, setSearch } = useConversations();
  const [text, setText] = useState(search);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === search) return;
    const timer = setTimeout(() => setSearch(wanted), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [text, search, setSearch]);

  return (
    <div className="relative">
      <Search aria-hidden="true" className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" />
      <input
        type="search"
        aria-label="Search conversations"
        placeholder="Search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setText("")}
        className="h-8 w-full rounded-lg border border-transparent bg-transparent pr-2 pl-8.5 hover:bg-hover focus:border-line-strong focus:bg-card"
      />
    </div>
  );
}
