'use client'
import { useEffect, useRef, useState } from 'react'
import type { OpenedDraft } from '#components/form/drafts/draft-store.ts'
import { pathLabel } from '#lib/contract/field-labels.ts'
import { othersChangeLines } from '#components/form/others-changes.ts'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { ContractSaved } from '#lib/actions/contracts/save-contract.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { nameOfContract } from '#components/contracts/list-columns.tsx'
import { useOpenContract } from '#components/contracts/open-contract.ts'
import { ContractFacts } from './contract-facts.tsx'

const EditContract = onDemand(
  () => import('./edit-contract.tsx').then((module) => module.EditContract),
  { leave: ({ onDone }) => onDone() },
)
const DeleteContract = onDemand(() =>
  import('./delete-contract.tsx').then((module) => module.DeleteContract),
)

type OverviewProps = {
  /** The permissions of the signed-in person. */
  canEdit: boolean
  canDelete: boolean
  /** The editable terms, and the known insurance type codes. */
  shape: ObjectShape
  insuranceCodes: readonly string[]
}

/** A contract with its terms and, with permission, the way to change and delete it. */
export function ContractOverview(props: OverviewProps) {
  const { id } = useOpenContract()
  const draft = useOpenedDraft({ kind: 'contract', record: id }, props.canEdit)
  return <Overview key={draft?.found ? 'with its draft' : 'read'} {...props} draft={draft} />
}

function Overview({
  canEdit,
  canDelete,
  shape,
  insuranceCodes,
  draft,
}: OverviewProps & { draft: OpenedDraft | undefined }) {
  const { id, version, record, row } = useOpenContract()
  const [editing, setEditing] = useState(draft?.found ? draft : undefined)
  const [isDeleting, setDeleting] = useState(false)
  const [saved, setSaved] = useState<ContractSaved>()
  // Leaving the form returns the focus to the button that opened it.
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) opener.current?.focus()
    wasEditing.current = editing !== undefined
  }, [editing])
  const edit = () => {
    setSaved(undefined)
    setEditing(draft && { ...draft, found: undefined })
  }
  useKeys(
    editing
      ? []
      : [
          ...(canEdit && draft
            ? [{ keys: 'e', label: 'Edit the contract', run: edit, opens: true }]
            : []),
          ...(canDelete
            ? [{ label: 'Delete the contract', run: () => setDeleting(true), opens: true }]
            : []),
        ],
  )
  const done = (reply?: ContractSaved) => {
    setEditing(undefined)
    setSaved(reply)
  }
  if (editing)
    return (
      <EditContract
        id={id}
        version={version}
        record={record}
        shape={shape}
        insuranceCodes={insuranceCodes}
        draft={editing}
        onDone={done}
      />
    )
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-end gap-2 pb-3 empty:hidden">
        <output aria-live="polite" className="min-w-0 grow text-sm">
          {saved && <SavedNote saved={saved} />}
        </output>
        {canDelete && (
          <Button onClick={() => setDeleting(true)} aria-haspopup="dialog">
            Delete
          </Button>
        )}
        {canEdit && (
          <Button
            ref={opener}
            tone="primary"
            onClick={edit}
            disabled={!draft}
            aria-keyshortcuts="e"
          >
            Edit <Kbd keys="e" />
          </Button>
        )}
      </div>
      <ContractFacts />
      {isDeleting && (
        <DeleteContract
          id={id}
          version={version}
          name={nameOfContract(row)}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

function SavedNote({ saved }: { saved: ContractSaved }) {
  const lines = [
    ...othersChangeLines(saved),
    ...saved.unverified.map(
      (path) => `The partner keeps ${pathLabel(path)} with a different value than you sent.`,
    ),
  ]
  return (
    <span className={saved.unverified.length > 0 ? 'text-amber' : 'text-green'}>
      <strong className="font-semibold">Saved.</strong> {lines.join(' ')}
    </span>
  )
}
