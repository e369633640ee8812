import { StudioPage } from "@/components/studio/studio-page";

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  return <StudioPage key={name} name={name} />;
}
