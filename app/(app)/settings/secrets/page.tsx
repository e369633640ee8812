import { SecretsPage } from "@/components/secrets/secrets-page";

export default function Page() {
  return <SecretsPage />;
}
