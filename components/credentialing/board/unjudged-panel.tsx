'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Money } from '#components/ui/money.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { countOf } from '#lib/core/count-of.ts'
import { boardCapturesQuery } from '#lib/queries/coverage-board.ts'
import type { BoardProgress } from '#lib/actions/coverage-board/verbs.ts'
import type { Board, UnjudgedCapture } from '#lib/rules/coverage/board.ts'
import { captureNoun, reasonWords } from './board-words.ts'
import { CaptureLinks } from './capture-links.tsx'
import { PanelFrame } from './panel-frame.tsx'

type UnjudgedPanelProps = {
  done: NonNullable<BoardProgress['done']>
  board: Board
  mayListCaptures: boolean
  onClose: () => void
}

/** Captures that could not be checked, by what is missing. They never count as safe. */
export function UnjudgedPanel({ done, board, mayListCaptures, onClose }: UnjudgedPanelProps) {
  const [isListed, setIsListed] = useState(false)
  const captures = useQuery({
    ...boardCapturesQuery(done.id, undefined, done.counted_at),
    enabled: isListed,
  })
  const listed = (captures.data?.captures ?? []).filter(
    (capture): capture is UnjudgedCapture => 'reason' in capture && capture.id !== '',
  )
  return (
    <PanelFrame
      name="Captures without enough data"
      title="Not enough data"
      note="They may be paid or denied. Some data is missing."
      onClose={onClose}
    >
      {mayListCaptures && !isListed && (
        <p className="border-b border-line px-4 py-2">
          <Button size="small" onClick={() => setIsListed(true)}>
            List the captures
          </Button>
        </p>
      )}
      {captures.isLoading && (
        <p role="status" className="px-4 py-2 text-sm text-ink-2">
          Loading captures…
        </p>
      )}
      {captures.isError && (
        <p role="alert" className="px-4 py-2 text-sm text-red">
          {failureOf(captures.error).message}
        </p>
      )}
      <ul aria-label="Reasons for not enough data">
        {board.unjudged.map(({ reason, captures: count, cents }) => {
          const own = listed.filter((capture) => capture.reason === reason)
          return (
            <li key={reason} className="border-t border-line px-4 py-3 text-sm first:border-t-0">
              <h3 className="font-semibold">{reasonWords[reason].words}</h3>
              <p className="tabular-nums">
                {count > 0 ? countOf(count, captureNoun) : 'Lines of captures with other problems'},{' '}
                <Money cents={cents} />
              </p>
              <p className="text-ink-2">{reasonWords[reason].help}</p>
              {own.length > 0 && (
                <CaptureLinks
                  captures={own}
                  asOf={board.as_of}
                  label={`Captures: ${reasonWords[reason].words}`}
                  more={count - own.filter(({ lines }) => lines === undefined).length}
                />
              )}
            </li>
          )
        })}
      </ul>
    </PanelFrame>
  )
}
