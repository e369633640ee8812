export type ClientConfiguration = { client: string; where: string; text: string };

const token = "<the text in the file local-token>";
const json = (value: unknown) => JSON.stringify(value, null, 2);

/** What to put where, so that each of these clients finds /mcp. The token itself is in a file and never on a page. */
export function clientConfigurations(url: string): ClientConfiguration[] {
  const headers = { Authorization: `Bearer ${token}` };
  return [
    {
      client: "Claude Desktop",
      where: "Settings → Developer → Edit Config (claude_desktop_config.json); it needs Node.js",
      text: json({
        mcpServers: {
          countersign: {
            command: "npx",
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the program fills it in
            args: ["-y", "mcp-remote", url, "--header", "Authorization:${COUNTERSIGN_AUTH}"],
            env: { COUNTERSIGN_AUTH: headers.Authorization },
          },
        },
      }),
    },
    {
      client: "Claude Code",
      where: "In a terminal",
      text: `claude mcp add --transport http countersign ${url} \\\n  --header "Authorization: Bearer ${token}"`,
    },
    {
      client: "Cursor",
      where: "~/.cursor/mcp.json, or .cursor/mcp.json in a project",
      text: json({ mcpServers: { countersign: { url, headers } } }),
    },
    {
      client: "VS Code",
      where: ".vscode/mcp.json; it asks for the token once and keeps it",
      text: json({
        inputs: [
          { type: "promptString", id: "countersign-token", description: "Countersign token", password: true },
        ],
        servers: {
          countersign: {
            type: "http",
            url,
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor fills it in
            headers: { Authorization: "Bearer ${input:countersign-token}" },
          },
        },
      }),
    },
  ];
}
