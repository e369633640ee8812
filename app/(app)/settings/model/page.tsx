import { ModelPage } from "@/components/settings/model-page";

export default function Page() {
  return <ModelPage />;
}
