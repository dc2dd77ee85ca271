import type { ReactNode } from 'react'
import { buttonStyle, type ButtonSize } from './button-style.ts'
import { classNames } from './class-names.ts'

type FileButtonProps = {
  /** The name of its box. */
  name: string
  /** The kinds of files on offer; tables of text unless set. */
  accept?: string
  onFile: (file: File) => void
  isInvalid?: boolean
  describedBy?: string
  size?: ButtonSize
  className?: string
  children: ReactNode
}

/** A button that takes a file from the person. */
export function FileButton({
  name,
  accept = '.csv,.txt,.tsv,text/csv,text/plain',
  onFile,
  isInvalid = false,
  describedBy,
  size,
  className,
  children,
}: FileButtonProps) {
  return (
    <label
      className={classNames(
        buttonStyle('plain', size),
        'relative cursor-pointer focus-within:outline-2 focus-within:outline-accent',
        className,
      )}
    >
      {children}
      <input
        type="file"
        name={name}
        accept={accept}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file may be chosen again after it was corrected.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
