import { ToolsPage } from "@/components/settings/tools-page";

export default function Page() {
  return <ToolsPage />;
}
