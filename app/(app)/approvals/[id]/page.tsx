import { ApprovalPage } from "@/components/inbox/approval-page";

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <ApprovalPage key={id} id={id} />;
}
