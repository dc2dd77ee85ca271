'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { deleteSavedView, saveNamedView, setDefaultView } from '#lib/actions/views.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { Result } from '#lib/core/result.ts'
import type { SavedView } from '#lib/lists/saved-views.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { savedViewsQuery, viewKey } from '#lib/queries/views.ts'
import type { ViewControls, ViewQuestion } from './save-view.tsx'

type Props = Pick<ViewControls, 'list' | 'state' | 'onOpen'> & { onClose: () => void }
type OfView = Props & { saved: SavedView }

/** Asks one question about a view. */
export function ViewDialog({
  question,
  saved,
  ...props
}: Props & { question: ViewQuestion; saved: SavedView | undefined }) {
  if (question === 'name') return <NameDialog {...props} />
  if (!saved) return null
  if (question === 'rename') return <RenameDialog {...props} saved={saved} />
  return question === 'delete' ? (
    <DeleteDialog {...props} saved={saved} />
  ) : (
    <DefaultDialog {...props} saved={saved} />
  )
}

/** Asks for the name of a new view, and whether the team sees it. */
function NameDialog({ list, state, onOpen, onClose }: Props) {
  const { ask } = useAct('saveNamedView', saveNamedView, { tells: false })
  const { data } = useQuery(savedViewsQuery())
  const send = async ({ name, is_shared }: { [name: string]: string }) => {
    const result = await ask({ list, name, state, is_shared: is_shared !== undefined })
    if (!result.ok) return result
    onOpen({ ...state, saved: result.value })
    done(`“${result.value.name}” is saved. It’s in the navigation.`)
    return result
  }
  return (
    <FormDialog
      title="Save view"
      description="Keeps the filters, the order and the columns. You find it on the left."
      button="Save view"
      busyWords="Saving…"
      send={send}
      onDone={onClose}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          <NameField first="" complaint={complaint} />
          {data?.may_share && <Checkbox name="is_shared">Share with the team</Checkbox>}
        </>
      )}
    </FormDialog>
  )
}

/** Asks for another name. */
function RenameDialog({ list, saved, onClose }: OfView) {
  const { ask } = useAct('saveNamedView', saveNamedView, { tells: false })
  const keep = useKeepSaved()
  return (
    <FormDialog
      title="Rename view"
      description="Links to the view keep working."
      button="Rename"
      busyWords="Renaming…"
      send={async ({ name }) => {
        const result = keep(await ask({ list, id: saved.id, name }))
        if (result.ok) done(`“${saved.name}” is now “${result.value.name}”.`)
        return result
      }}
      onDone={onClose}
      onClose={onClose}
    >
      {(complaint) => <NameField first={saved.name} complaint={complaint} />}
    </FormDialog>
  )
}

/** Chooses the roles for which the list opens with a team view. */
function DefaultDialog({ list, saved, onClose }: OfView) {
  const { ask } = useAct('setDefaultView', setDefaultView, { tells: false })
  const keep = useKeepSaved()
  const { data } = useQuery(savedViewsQuery())
  const roles = data?.default_roles ?? []
  const send = async (chosen: { [name: string]: string }) => {
    const default_for = roles.filter((role) => chosen[role] !== undefined)
    const result = await ask({ list, id: saved.id, roles: default_for })
    if (!result.ok) return result
    done(
      default_for.length > 0
        ? `“${saved.name}” is the default of ${countOf(default_for.length, roleNoun)}.`
        : `“${saved.name}” is no role’s default.`,
    )
    return keep({ ok: true, value: { ...saved, default_for } })
  }
  return (
    <FormDialog
      title={`Default view: ${saved.name}`}
      description="The list opens with this view for these roles. It replaces their default of before."
      button="Save"
      busyWords="Saving…"
      send={send}
      onDone={onClose}
      onClose={onClose}
    >
      {() => (
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-2 text-xs font-medium text-ink-2">Roles</legend>
          {roles.map((role) => (
            <Checkbox key={role} name={role} defaultChecked={saved.default_for.includes(role)}>
              {role.replace(/^./, (letter) => letter.toUpperCase())}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </FormDialog>
  )
}

/** Asks before a view is deleted. */
function DeleteDialog({ list, saved, onOpen, onClose }: OfView) {
  const client = useQueryClient()
  const { ask } = useAct('deleteSavedView', deleteSavedView, { tells: false })
  const send = async () => {
    const result = await ask({ list, id: saved.id })
    if (!result.ok) return result
    onOpen(undefined)
    client.removeQueries({ queryKey: viewKey(list, saved.id) })
    done(`“${saved.name}” is deleted.`)
    return result
  }
  return (
    <FormDialog
      title={`Delete “${saved.name}”?`}
      description={
        saved.is_shared
          ? 'It’s gone for the whole team, and its links stop working. No record is deleted.'
          : 'Its links stop working. No record is deleted.'
      }
      button="Delete view"
      busyWords="Deleting…"
      send={send}
      onDone={onClose}
      onClose={onClose}
    >
      {() => null}
    </FormDialog>
  )
}

const roleNoun = { one: 'role', many: 'roles' }

function done(message: string): void {
  showToast({ tone: 'green', message })
}

function NameField({
  first,
  complaint,
}: {
  first: string
  complaint: (name: string) => string | undefined
}) {
  return (
    <Field label="Name" name="name" required error={complaint('name')}>
      {(control) => (
        <TextInput {...control} defaultValue={first} maxLength={80} autoComplete="off" />
      )}
    </Field>
  )
}

// What a page shows of a view follows its change at once.
function useKeepSaved() {
  const client = useQueryClient()
  return (result: Result<SavedView>): Result<SavedView> => {
    if (!result.ok) return result
    const { list, id } = result.value
    client.setQueryData(
      viewKey(list, id),
      (opened: object | undefined) => opened && { ...opened, saved: result.value },
    )
    return result
  }
}
