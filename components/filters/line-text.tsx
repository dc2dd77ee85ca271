/** A line of a list to choose from: its text, and a quiet note at the end. */
export function LineText({ text, note }: { text: string; note: string }) {
  return (
    <>
      <span className="truncate">{text}</span>
      <span className="ml-auto shrink-0 text-2xs text-ink-3">{note}</span>
    </>
  )
}
