import { useId, type RefObject } from 'react'
import { buttonStyle } from '#components/ui/button-style.ts'
import { longestInBox, Textarea } from '#components/ui/textarea.tsx'

type ListSourceProps = {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
  onHold: (name: string, source: string | File) => void
}

/** Where a list is typed, pasted or picked as a file. What is too long to be shown is handed on at once. */
export function ListSource({ box, text, onText, onHold }: ListSourceProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-ink-2">
        Provider ids or NPIs
      </label>
      <Textarea
        ref={box}
        id={id}
        name="rendering_provider_ids"
        rows={5}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (text.length + pasted.length <= longestInBox) return
          event.preventDefault()
          const { selectionStart, selectionEnd } = event.currentTarget
          onHold('Pasted list', text.slice(0, selectionStart) + pasted + text.slice(selectionEnd))
        }}
        spellCheck={false}
        className="font-mono text-xs!"
        aria-describedby={`${id}-hint`}
      />
      <div className="flex flex-wrap items-center gap-3">
        <p id={`${id}-hint`} className="text-xs text-ink-2">
          One per line or separated by commas, or paste a whole table. 100,000 at most.
        </p>
        <label
          className={`${buttonStyle('plain', 'small')} relative ml-auto cursor-pointer focus-within:outline-2 focus-within:outline-accent`}
        >
          Pick a CSV file
          <input
            type="file"
            name="roster_file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={(event) => {
              const file = event.target.files?.[0]
              // The same file may be picked again after it was mended.
              event.target.value = ''
              if (file) onHold(file.name, file)
            }}
          />
        </label>
      </div>
    </div>
  )
}
