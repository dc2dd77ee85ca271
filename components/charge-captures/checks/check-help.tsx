'use client'
import { fixWords } from '#components/form/marks/fix-words.ts'
import { useRecordField } from '#components/form/record-context.tsx'
import { useApplyFix } from '#components/form/use-apply-fix.ts'
import { Button } from '#components/ui/button.tsx'
import { checkHref } from '#lib/lists/checks.ts'
import type { PlacedFinding } from './capture-checks.ts'

// Two values may be longer than the panel is wide.
const wrapped = 'h-auto! min-h-7 max-w-full py-1 text-left break-words whitespace-normal!'

/**
 * The help for a finding: a button that fixes it, if a fix is certain, and the reason for the rule.
 */
export function CheckHelp({ finding: { rule, name, mark, source } }: { finding: PlacedFinding }) {
  const { readOnly } = useRecordField(name)
  const apply = useApplyFix()
  return (
    <>
      {mark.fix && !readOnly && (
        <Button size="small" className={wrapped} onClick={() => apply(mark.fix!)}>
          {fixWords(mark.fix)}
        </Button>
      )}
      <details className="group">
        <summary className="w-fit cursor-default py-1 text-ink-2 select-none hover:text-ink">
          Why
        </summary>
        <p className="break-words text-ink-2">
          {source} {/* In a new tab: what was typed here stays as it is. */}
          <a
            href={checkHref(rule)}
            target="_blank"
            rel="noreferrer"
            className="text-accent underline underline-offset-2"
          >
            About this check
          </a>
        </p>
      </details>
    </>
  )
}
