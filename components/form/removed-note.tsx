import { Button } from '#components/ui/button.tsx'

/** Stands where an object was that the next save removes. */
export function RemovedNote({ title, onUndo }: { title: string; onUndo: () => void }) {
  return (
    <p className="flex items-center gap-3 text-sm text-ink-2">
      Saving removes this from the record.
      <Button size="small" onClick={onUndo} aria-label={`Keep ${title}`}>
        Undo
      </Button>
    </p>
  )
}
