import { OutputView } from "@/components/approvals/output-view";
import { OutsideLink } from "@/components/markdown/outside-link";
import { VisibleText } from "@/components/ui/visible-text";
import type { ResultContent } from "@/lib/mcp-client/result";
import { linkAddress, type McpResult, pictureAddress } from "./mcp-result";

/** What a server's tool gave back: texts as texts, pictures from their data, links as links. Never markup. */
export function ResultView({ result }: { result: McpResult }) {
  const { content, structuredContent, note } = result;
  const structured = structuredContent !== undefined && structuredContent !== null;
  const several = content.filter(({ type }) => type === "text").length > 1;
  return (
    <div className="flex flex-col gap-3">
      {content.map((item, index) => (
        <ContentView
          // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes, and its parts may be alike
          key={index}
          item={item}
          name={several && item.type === "text" ? `Output, part ${index + 1}` : "Output"}
        />
      ))}
      {structured && <OutputView name="Structured output" value={structuredContent} />}
      {content.length === 0 && !structured && <p className="text-soft text-sm">It gave nothing back.</p>}
      {note && <p className="text-amber text-sm">{note}</p>}
    </div>
  );
}

function ContentView({ item, name }: { item: ResultContent; name: string }) {
  switch (item.type) {
    case "text":
      return <OutputView name={name} value={item.text} />;
    case "image":
      return <Picture mimeType={item.mimeType} data={item.data} />;
    case "audio":
      return <Left words={`Sound, ${item.mimeType}, ${size(item.data)}`} />;
    case "resource_link":
      return (
        <p className="text-sm [overflow-wrap:anywhere]">
          <LinkOrText uri={item.uri} words={item.title ?? item.name} />
          {item.description && (
            <span className="block text-soft">
              <VisibleText text={item.description} />
            </span>
          )}
        </p>
      );
    case "resource":
      return (
        <div className="flex flex-col gap-1">
          <p className="text-soft text-sm [overflow-wrap:anywhere]">
            <LinkOrText uri={item.uri} words={item.uri} />
          </p>
          {item.text !== undefined && <OutputView name="Resource" value={item.text} />}
          {item.data !== undefined && item.mimeType?.startsWith("image/") && (
            <Picture mimeType={item.mimeType} data={item.data} />
          )}
          {item.data !== undefined && !item.mimeType?.startsWith("image/") && (
            <Left words={`${item.mimeType ?? "A file"}, ${size(item.data)}`} />
          )}
        </div>
      );
  }
}

function Picture({ mimeType, data }: { mimeType: string; data: string }) {
  const address = pictureAddress(mimeType, data);
  if (!address) return <Left words={`Picture, ${mimeType}, ${size(data)}`} />;
  return (
    // biome-ignore lint/performance/noImgElement: it comes with the result, there is nothing to load
    <img
      src={address}
      alt="Given back by the tool"
      className="max-h-96 max-w-full self-start rounded-lg border bg-code object-contain"
    />
  );
}

function Left({ words }: { words: string }) {
  return (
    <p className="text-soft text-sm">
      <VisibleText text={words} />, not shown
    </p>
  );
}

function LinkOrText({ uri, words }: { uri: string; words: string }) {
  const href = linkAddress(uri);
  if (href) {
    return (
      <span className="underline underline-offset-2">
        <OutsideLink href={href}>{words}</OutsideLink>
      </span>
    );
  }
  return (
    <>
      <VisibleText text={words} />
      {words !== uri && (
        <code className="ml-1.5 text-soft">
          <VisibleText text={uri} />
        </code>
      )}
    </>
  );
}

const size = (base64: string) =>
  `${Math.max(1, Math.round((base64.length * 3) / 4 / 1024)).toLocaleString()} kB`;
