import { StudioPage } from "@/components/studio/studio-page";

export default function Page() {
  return <StudioPage name={null} />;
}
