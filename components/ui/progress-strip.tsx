import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

type ProgressStripProps = {
  /** What goes on: "Searching further". */
  label: string
  /** The counts so far: "7 pages read, 12 found". */
  detail: string
  /** False once it has stopped or is done: the ring goes, the counts stay. */
  running: boolean
  onStop?: () => void
  onResume?: () => void
}

/** Long work in one line: what, how far, and a way to stop it or go on. */
export function ProgressStrip({ label, detail, running, onStop, onResume }: ProgressStripProps) {
  return (
    <output className="flex min-h-9 items-center gap-2 px-3.5 text-sm text-ink-2">
      {running && <Spinner />}
      <span className="font-medium text-ink">{label}:</span>
      <span>{detail}</span>
      {running && onStop && (
        <Button size="small" onClick={onStop}>
          Stop
        </Button>
      )}
      {!running && onResume && (
        <Button size="small" onClick={onResume}>
          Go on
        </Button>
      )}
    </output>
  )
}
