import { CopyButton } from "@/components/ui/copy-button";

const examples = [
  { name: "OpenAI", lines: "OPENAI_API_KEY=sk-…\nOPENAI_MODEL=gpt-5.1" },
  {
    name: "Ollama, vLLM, LM Studio",
    lines: "OPENAI_BASE_URL=http://127.0.0.1:11434/v1\nOPENAI_MODEL=qwen3:8b",
  },
];

const variables = [
  { name: "OPENAI_API_KEY", meaning: "the provider’s key; a server of your own may need none" },
  { name: "OPENAI_BASE_URL", meaning: "any compatible server; alone it is enough" },
  { name: "OPENAI_MODEL", meaning: "the model of conversations that choose none" },
  { name: "OPENAI_API", meaning: "“responses” or “chat”; chat when a base URL is set" },
];

export function ModelSetup() {
  return (
    <section aria-labelledby="setup" className="flex flex-col gap-4">
      <div>
        <h3 id="setup" className="font-semibold text-md">
          Use another model
        </h3>
        <p className="text-soft">
          Set these in the environment, or in the file <code className="text-sm">.env</code> where Countersign
          is started, and start it again.
        </p>
      </div>
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)]">
        {variables.map(({ name, meaning }) => (
          <div key={name} className="contents">
            <dt className="font-mono text-sm">{name}</dt>
            <dd className="mb-1 text-soft text-sm sm:mb-0">{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-3 sm:grid-cols-2">
        {examples.map(({ name, lines }) => (
          <figure key={name} className="min-w-0 rounded-xl border bg-code">
            <figcaption className="flex items-center justify-between border-b py-0.5 pr-1 pl-3 text-soft text-xs">
              {name}
              <CopyButton text={lines} what={`settings for ${name}`} />
            </figcaption>
            <pre className="whitespace-pre-wrap break-all p-3 text-xs leading-relaxed">{lines}</pre>
          </figure>
        ))}
      </div>
    </section>
  );
}
