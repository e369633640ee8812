import { ServersPage } from "@/components/servers/servers-page";

export default function Page() {
  return <ServersPage />;
}
