import { api, errorSentence } from "@/components/shell/api";

export type Added = { added: string[]; errors: string[] };

/** Adds the files one by one; one that is refused does not stop the others. */
export async function addFiles(files: Iterable<File>): Promise<Added> {
  const result: Added = { added: [], errors: [] };
  for (const file of files) {
    try {
      const { path } = await api<{ path: string; size: number }>("/workspace/files", {
        method: "PUT",
        query: { name: file.name },
        body: file,
        headers: { "content-type": "application/octet-stream" },
      });
      result.added.push(path);
    } catch (problem) {
      result.errors.push(`${file.name}: ${errorSentence(problem)}`);
    }
  }
  return result;
}
