export type Suggestion = { label: string; text: string };

/** For the empty page; each works on the sample workspace. */
export const demoSuggestions: ReadonlyArray<Suggestion> = [
  { label: "One call to approve", text: "Fix the total in summary.md" },
  { label: "Several at once", text: "Delete the old reports" },
  { label: "One to reject: say “archive it instead”", text: "Delete notes.md" },
  { label: "Just a question", text: "What is in reports?" },
];
