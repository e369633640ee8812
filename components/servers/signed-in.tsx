"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";

/** Where a server's sign-in leads back to: hands over what stands in the address, once, and goes on. */
export function SignedIn() {
  const [problem, setProblem] = useState<string | null>(null);
  const sent = useRef(false);

  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    const query = new URLSearchParams(location.search);
    const [code, state] = [query.get("code"), query.get("state")];
    if (!code || !state) {
      const told = query.get("error_description") ?? query.get("error");
      setProblem(
        told ? `The server said: ${told.slice(0, 500)}` : "The address lacks what a sign-in brings.",
      );
      return;
    }
    const issuer = query.get("iss");
    api("/servers/sign-in", { method: "POST", body: { code, state, ...(issuer && { issuer }) } }).then(
      () => location.replace("/settings/servers"),
      (error) => setProblem(errorSentence(error)),
    );
  }, []);

  if (problem === null) {
    return (
      <p role="status" className="flex items-center gap-2.5 text-soft">
        <Spinner /> Finishing the sign-in
      </p>
    );
  }
  return (
    <>
      <h1 className="font-semibold text-lg">The sign-in did not work</h1>
      <Notice>{problem}</Notice>
      <Link href="/settings/servers" className={buttonClass()}>
        Back to the servers
      </Link>
    </>
  );
}
