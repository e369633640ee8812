import { CopyButton } from "@/components/ui/copy-button";
import { VisibleText } from "@/components/ui/visible-text";
import type { Approval } from "@/lib/approvals/schema";
import { CodeBox } from "./code-box";
import { JsonView } from "./json-view";
import { outputText } from "./output-view";
import { PreviewView } from "./preview-view";
import { Question } from "./question";
import { riskBeside } from "./risk-beside";

/** What is asked, what would happen, with which arguments, and why a person is asked. Nothing behind a click. */
export function ApprovalBody({ approval }: { approval: Approval }) {
  const pending = approval.status === "pending";
  const risk = riskBeside(approval.tool);
  return (
    <div className="flex flex-col gap-3 px-4 py-3.5">
      <Question text={approval.prompt} />
      {approval.preview && <PreviewView preview={approval.preview} label={previewLabel(approval)} />}
      <div className="flex flex-col gap-1.5">
        <p className="font-medium text-soft text-xs">Arguments</p>
        <div className="relative">
          <CodeBox label="Arguments" className="pr-10">
            <JsonView value={approval.arguments} foldable={pending} />
          </CodeBox>
          {pending && (
            <CopyButton
              text={() => outputText(approval.arguments)}
              what="arguments"
              className="absolute top-1 right-1 bg-code"
            />
          )}
        </div>
      </div>
      {approval.because.length > 0 && (
        <p className="text-sm text-soft [overflow-wrap:anywhere]">
          <b className="font-medium">Why it asks:</b> <VisibleText text={approval.because.join(" ")} />
        </p>
      )}
      {risk && (
        <p className="-mt-2 text-sm text-soft">
          <b className="font-medium">Risk:</b> {risk}
        </p>
      )}
    </div>
  );
}

/** A server's tool foresees nothing: a diff on its card is of its own definition. */
function previewLabel({ tool, preview }: Approval): string | undefined {
  if (preview?.kind !== "diff" || !tool.source?.startsWith("mcp:")) return undefined;
  return "What changed in the tool’s definition since it was reviewed";
}
