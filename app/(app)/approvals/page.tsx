import { InboxPage } from "@/components/inbox/inbox-page";

export default function Page() {
  return <InboxPage />;
}
