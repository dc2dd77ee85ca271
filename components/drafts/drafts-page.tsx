'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { readStoredDraft, writeStoredDraft } from '#components/form/drafts/use-draft.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import type { RowTable } from '#components/table/row-declaration.ts'
import { RowTableView } from '#components/table/row-table.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { showToast } from '#components/ui/toast.tsx'
import type { DraftLine } from '#lib/actions/list-drafts.ts'
import type { Result } from '#lib/core/result.ts'
import { draftNames, type DraftValue } from '#lib/rules/edit/draft-kinds.ts'

const table: RowTable<DraftLine> = {
  label: 'Drafts',
  key: keyOf,
  name: (line) => `${line.form} ${recordOf(line)}`,
  open: { label: 'Open the form', hrefOf: ({ href }) => href },
  hasKeys: true,
  columns: {
    form: { header: 'Form', isName: true, value: 'form' },
    record: { header: 'Record', className: 'font-mono text-xs', value: recordOf },
    saved: { header: 'Last change', kind: 'time', value: 'saved_at' },
    expires: { header: 'Kept until', kind: 'time', value: 'expires_at' },
  },
}

/** The person's unsaved edits of every form. `first` is the JSON text of a Result<DraftLine[]>. */
export function DraftsPage({ first }: { first: string }) {
  const router = useRouter()
  const client = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const result = JSON.parse(first) as Result<DraftLine[]>
  if (!result.ok) return <FailureState failure={result.error} asPage />
  const readAnew = () => {
    router.refresh()
    void client.invalidateQueries({ queryKey: ['countDrafts'] })
  }
  const discard = async (line: DraftLine) => {
    setBusy(keyOf(line))
    const done = await dropped(line)
    setBusy(undefined)
    if (!done)
      showToast({
        tone: 'red',
        message: 'The draft wasn’t discarded: the console didn’t answer. Try again.',
      })
    else if (done.value) {
      const { value, revision } = done
      const undo = async () => {
        const back = await writeStoredDraft({ ...placeOf(line), revision: revision + 1, value })
        const isBack = back?.ok && 'saved_at' in back.value
        showToast(
          isBack
            ? { message: 'The draft is back.' }
            : {
                tone: 'red',
                message:
                  'The draft isn’t back: it has been changed since, or the console didn’t answer.',
              },
        )
        readAnew()
      }
      showToast({ message: 'Draft discarded.', action: { label: 'Undo', run: () => void undo() } })
    }
    readAnew()
  }
  return (
    <div className="flex flex-col gap-4 px-6 py-5">
      <PageHeader
        title="Drafts"
        note="Changes that you haven’t saved. Only you see them; each is kept for 14 days."
      />
      <Card flush className="max-w-5xl">
        <RowTableView
          table={table}
          rows={result.value}
          about={undefined}
          actions={[{ label: 'Discard', isBusy: (line) => busy === keyOf(line), run: discard }]}
          empty={
            <EmptyState title="No drafts">
              What you type into a form and don’t save is kept here.
            </EmptyState>
          }
        />
      </Card>
    </div>
  )
}

// Reads the edits first, so that they can come back. Undefined: the server did not answer.
async function dropped(
  line: DraftLine,
): Promise<{ revision: number; value: DraftValue | null } | undefined> {
  const stored = await readStoredDraft(placeOf(line))
  if (!stored?.ok) return undefined
  const { revision, value } = stored.value ?? { revision: 0, value: null }
  if (!value) return { revision, value }
  const sent = await writeStoredDraft({ ...placeOf(line), revision: revision + 1, value: null })
  return sent?.ok && 'saved_at' in sent.value ? { revision: revision + 1, value } : undefined
}

function placeOf({ kind, record }: DraftLine) {
  return { kind, record }
}

function keyOf({ kind, record }: DraftLine): string {
  return `${kind} ${record}`
}

function recordOf({ kind, record, name }: DraftLine): string {
  return name ?? (draftNames[kind].isNew ? '' : middleTruncate(record, 13))
}
