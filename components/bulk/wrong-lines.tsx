'use client'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { ButtonSize } from '#components/ui/button-style.ts'
import { FileButton } from '#components/ui/file-button.tsx'
import type { Issue } from '#lib/core/result.ts'
import { textOfFile } from '#lib/core/table-text.ts'

/** True for an issue of a whole file or of one of its lines (`file.3`). */
export function isOfFile(path: string): boolean {
  return path === 'file' || path.startsWith('file.')
}

type WrongLinesProps = {
  id?: string
  issues: readonly Issue[]
  busy: boolean
  /** Goes on without these lines of the file. */
  onWithout: (lines: number[]) => void
  /** Words before the lines. */
  children?: ReactNode
}

const mostShown = 10

/**
 * The lines of a file that do not fit, each with its reason. Where every problem is one line's, they
 * can be left out: Enter does it, once the person has seen them.
 */
export function WrongLines({ id, issues, busy, onWithout, children }: WrongLinesProps) {
  const wrong = issues.filter(({ path }) => isOfFile(path))
  const lines = [...new Set(wrong.map(({ path }) => Number(path.slice('file.'.length))))]
  const canLeaveOut = lines.length > 0 && lines.every((line) => line > 1)
  const shown = wrong.slice(0, mostShown)
  const button = useRef<HTMLButtonElement>(null)
  // The answer of the server decides what the next key does.
  const asked = canLeaveOut ? lines.join() : ''
  useEffect(() => {
    if (asked !== '') button.current?.focus()
  }, [asked])
  return (
    <div
      id={id}
      role="alert"
      className="flex flex-col items-start gap-2 text-sm text-red empty:hidden"
    >
      {wrong.length > 0 && children}
      {wrong.length > 0 && (
        <ul className="flex flex-col gap-0.5">
          {shown.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
          {wrong.length > shown.length && <li>and {wrong.length - shown.length} more</li>}
        </ul>
      )}
      {canLeaveOut && (
        <Button ref={button} busy={busy} onClick={() => onWithout(lines)}>
          Go on without {lines.length === 1 ? 'this line' : `these ${lines.length} lines`}
        </Button>
      )}
    </div>
  )
}

type ValueFileButtonProps = {
  onFile: (file: { name: string; text: string }) => void
  isInvalid?: boolean
  size?: ButtonSize
  children: ReactNode
}

/** A button that takes a CSV file from the person and reads its text. */
export function ValueFileButton({ onFile, ...button }: ValueFileButtonProps) {
  return (
    <FileButton
      {...button}
      name="file"
      describedBy="file-problems"
      onFile={(file) => void textOfFile(file).then((text) => onFile({ name: file.name, text }))}
    />
  )
}
