import { Button } from '#components/ui/button.tsx'
import { keepButton } from './use-removal.ts'

/** Marks an object that the next save removes. */
export function RemovedNote({
  at,
  title,
  onUndo,
}: {
  at: string
  title: string
  onUndo: () => void
}) {
  return (
    <p className="flex items-center gap-3 text-sm text-ink-2">
      Saving removes this from the record.
      <Button size="small" {...{ [keepButton]: at }} onClick={onUndo} aria-label={`Keep ${title}`}>
        Keep
      </Button>
    </p>
  )
}
