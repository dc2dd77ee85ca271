'use client'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { focusControl } from '#components/form/focus-control.ts'
import { PathText } from '#components/form/path-text.tsx'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { PlacedFinding } from './capture-checks.ts'
import { CheckHelp } from './check-help.tsx'
import { countWords } from './check-words.ts'

const FilingNote = onDemand(() => import('./filing-note.tsx').then((module) => module.FilingNote), {
  isPart: true,
})

const firstShown = 5

type ChecksPanelProps = {
  /** Everything that was found; undefined until the rules are there. */
  findings: readonly PlacedFinding[] | undefined
  /** The findings that only this panel shows. */
  shown?: readonly PlacedFinding[] | undefined
  /** The data that the capture was compared with. */
  note?: ReactNode
  /** What is not checked yet, instead of "No problems.". */
  waiting?: string | undefined
}

/**
 * The findings of the console's rules in the form as it is now: errors first, each with its field,
 * reason and fix.
 */
export function ChecksPanel({ findings, shown: all = findings, note, waiting }: ChecksPanelProps) {
  const [isWhole, setWhole] = useState(false)
  useKeys([{ keys: 'Mod+.', label: 'Next field with a check', run: () => focusNext(findings) }])
  const count = all && countWords(all)
  const shown = isWhole ? all : all?.slice(0, firstShown)
  const more = (all?.length ?? 0) - firstShown
  const nothing =
    waiting ?? (findings && findings.length > 0 ? 'No other problems found.' : 'No problems.')
  return (
    <Card title="Checks" note={count}>
      <p role="status" className={count ? 'sr-only' : 'text-sm text-ink-2'}>
        {findings === undefined ? 'Checking…' : (count ?? nothing)}
      </p>
      <ul className="flex flex-col gap-3">
        {shown?.map((finding) => (
          <CheckItem key={`${finding.rule} ${finding.path}`} finding={finding} />
        ))}
      </ul>
      {more > 0 && (
        <Button
          size="small"
          tone="quiet"
          className="mt-2 -ml-2"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show ${more} more`}
        </Button>
      )}
      <div className="mt-3 flex flex-col gap-1.5 border-t border-line pt-2 text-xs break-words text-ink-2 empty:hidden">
        <FilingNote />
        {note && <p>{note}</p>}
      </div>
    </Card>
  )
}

// In the order of the panel, from the field that has the focus on; after the last comes the first.
function focusNext(findings: readonly PlacedFinding[] | undefined) {
  const names = [...new Set(findings?.map((finding) => finding.name))]
  const here = names.indexOf(document.activeElement?.getAttribute('name') ?? '')
  const next = names[(here + 1) % names.length]
  if (next !== undefined) focusControl(next)
  else showToast({ message: 'No problems found.' })
}

function CheckItem({ finding }: { finding: PlacedFinding }) {
  const { severity, message, name, path, how } = finding
  const isError = severity === 'error'
  const Sign = isError ? CircleAlert : TriangleAlert
  return (
    <li className="min-w-0 text-sm">
      <p className="break-words">
        <Sign
          aria-hidden="true"
          className={
            isError
              ? 'mr-1 -mt-px inline size-3.5 text-red'
              : 'mr-1 -mt-px inline size-3.5 text-amber'
          }
        />
        <span className={isError ? 'font-medium text-red' : 'font-medium text-amber'}>
          {isError ? 'Error: ' : 'Warning: '}
        </span>
        {message}
      </p>
      <p className="text-xs text-ink-2">{how}</p>
      <div className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs">
        <button
          type="button"
          onClick={() => focusControl(name)}
          className="min-h-6 max-w-full text-left text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
        >
          <PathText path={path} />
        </button>
        <CheckHelp finding={finding} />
      </div>
    </li>
  )
}
