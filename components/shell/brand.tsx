export function Brand() {
  return (
    <span className="flex items-center gap-2.5 font-semibold text-md tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5" fill="none" stroke="currentColor">
        <circle cx="10" cy="10" r="8.75" strokeWidth="2" />
        <path d="m6.3 10.3 2.5 2.5 5-5.4" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      Countersign
    </span>
  );
}
