import { ClientsPage } from "@/components/clients/clients-page";

export default function Page() {
  return <ClientsPage />;
}
