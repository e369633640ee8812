import { InspectorPage } from "@/components/inspector/inspector-page";

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ target?: string | string[] }>;
}) {
  const { target } = await searchParams;
  return <InspectorPage start={typeof target === "string" ? target : null} />;
}
