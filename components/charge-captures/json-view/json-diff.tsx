'use client'
import { diffLines } from 'diff'
import { useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'

type Line = { kind: 'same' | 'added' | 'removed'; text: string }
type Piece = { kind: 'lines'; lines: Line[] } | { kind: 'gap'; lines: Line[] }

/** The number of unchanged lines shown around a change. */
const around = 3

/** Two texts line by line; long runs of equal lines are folded. */
export function JsonDiff({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => toPieces(before, after), [before, after])
  if (before === after) return <p className="text-sm text-ink-2">No changes since it was loaded.</p>
  return (
    <div
      role="group"
      aria-label="Changes since it was loaded"
      className="rounded-control border border-line bg-sunk py-2 font-mono text-xs"
    >
      {pieces.map((piece, place) => (
        // Pieces of two fixed texts have no identity but their place.
        <DiffPiece key={place} piece={piece} />
      ))}
    </div>
  )
}

function DiffPiece({ piece }: { piece: Piece }) {
  const [isOpen, setOpen] = useState(false)
  if (piece.kind === 'gap' && !isOpen) {
    return (
      <Button
        tone="quiet"
        size="small"
        className="my-0.5 ml-2 font-sans"
        onClick={() => setOpen(true)}
      >
        {piece.lines.length} equal lines
      </Button>
    )
  }
  return piece.lines.map((line, place) => (
    <div
      key={place}
      className={classNames(
        'flex px-3 break-words whitespace-pre-wrap',
        line.kind === 'added' && 'bg-green-tint text-green',
        line.kind === 'removed' && 'bg-red-tint text-red',
      )}
    >
      <span aria-hidden="true" className="w-4 shrink-0 select-none">
        {line.kind === 'added' ? '+' : line.kind === 'removed' ? '−' : ''}
      </span>
      {line.kind !== 'same' && (
        <span className="sr-only">{line.kind === 'added' ? 'now: ' : 'loaded: '}</span>
      )}
      <span className="min-w-0">{line.text}</span>
    </div>
  ))
}

function toPieces(before: string, after: string): Piece[] {
  const lines = diffLines(`${before}\n`, `${after}\n`).flatMap(
    ({ value, added, removed }): Line[] => {
      const kind = added ? 'added' : removed ? 'removed' : 'same'
      return value
        .replace(/\n$/, '')
        .split('\n')
        .map((text) => ({ kind, text }))
    },
  )
  const near = (index: number) =>
    lines
      .slice(Math.max(0, index - around), index + around + 1)
      .some((line) => line.kind !== 'same')
  const pieces: Piece[] = []
  for (const [index, line] of lines.entries()) {
    const kind = line.kind !== 'same' || near(index) ? 'lines' : 'gap'
    const last = pieces.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else pieces.push({ kind, lines: [line] })
  }
  return pieces
}
