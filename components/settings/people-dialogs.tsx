'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { Role } from '#lib/acts/acts.ts'
import { roleDuties, roleWord } from '#lib/lists/access-list.ts'
import {
  changePersonAccount,
  invitePerson,
  makePersonPasswordLink,
  unlinkPersonSignOn,
} from '#lib/actions/people.ts'
import type { Invited, Person } from '#lib/actions/replies.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import type { useProof } from './proof.tsx'

type Ask = ReturnType<typeof useProof>['ask']

function RoleField({ roles, first }: { roles: readonly Role[]; first: string }) {
  return (
    <Field label="Role" name="role">
      {(control) => (
        <Select {...control} defaultValue={first}>
          {roles.map((role) => (
            <option key={role} value={role}>
              {`${roleWord(role)}: ${roleDuties[role]}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type InviteProps = { roles: readonly Role[]; ask: Ask; onClose: () => void; onInvited: () => void }

/** Asks whom to invite, then shows the link once: nobody can read it again. */
export function InviteDialog({ roles, ask, onClose, onInvited }: InviteProps) {
  const [made, setMade] = useState<Invited & { email: string }>()
  if (made)
    return (
      <LinkDialog
        made={made}
        label="Invitation link"
        description={`It makes the account of ${made.email}, and is shown only now.`}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title="Invite somebody"
      description="You get a link to pass on. It works once, within 72 hours."
      button="Make the link"
      busyWords="Making the link…"
      send={async (values) => {
        const email = values.email ?? ''
        const result = await ask(() => invitePerson({ email, role: values.role as Role }))
        if (result.ok) setMade({ ...result.value, email })
        return result
      }}
      onDone={onInvited}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          <Field label="E-mail address" name="email" required error={complaint('email')}>
            {(control) => <TextInput {...control} type="email" />}
          </Field>
          <RoleField roles={roles} first="biller" />
        </>
      )}
    </FormDialog>
  )
}

type PasswordLinkProps = {
  person: Person
  ask: Ask
  onClose: () => void
  onMade: () => void
}

/** Makes a link for a person who forgot their password, and shows it once. */
export function PasswordLinkDialog({ person, ask, onClose, onMade }: PasswordLinkProps) {
  const { id, name, email } = person
  const [made, setMade] = useState<Invited>()
  if (made)
    return (
      <LinkDialog
        made={made}
        label="Password link"
        description={`${name} chooses a new password with it. It is shown only now.`}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={`New password for ${name}`}
      description={`You get a link to pass on to ${email}. It works once, within 24 hours. Until it is used, the old password works; their second factor stays.`}
      button="Make the link"
      busyWords="Making the link…"
      send={async () => {
        const result = await ask(() => makePersonPasswordLink({ id }))
        if (result.ok) setMade(result.value)
        return result
      }}
      onDone={onMade}
      onClose={onClose}
    >
      {() => null}
    </FormDialog>
  )
}

type LinkDialogProps = {
  made: Invited
  label: string
  description: string
  onClose: () => void
}

function LinkDialog({ made, label, description, onClose }: LinkDialogProps) {
  const link = `${location.origin}/invitation#${made.token}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      showToast({ tone: 'green', message: 'The link is copied.' })
    } catch {
      showToast({
        tone: 'amber',
        message: 'The browser blocked copying. Select the link and copy it.',
      })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Pass this link on"
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button tone="primary" onClick={() => void copy()}>
            Copy link
          </Button>
        </>
      }
    >
      <Field label={label} name="link">
        {(control) => (
          <TextInput
            {...control}
            mono
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <p className="mt-2 text-sm text-ink-2">
        It works once, until <LocalTime at={made.expires_at} />.
      </p>
    </Dialog>
  )
}

type DialogProps = {
  person: Person
  ask: Ask
  onClose: () => void
  onDone: (message: string) => void
}
type RoleProps = DialogProps & { roles: readonly Role[] }

/** Asks for a person's new role. */
export function RoleDialog({ person, roles, ask, onClose, onDone }: RoleProps) {
  const { id, name } = person
  return (
    <FormDialog
      title={`Change role of ${name}`}
      description="They’re signed out and have the new role when they sign in again. Drafts stay."
      button="Change role"
      busyWords="Changing the role…"
      send={(values) => ask(() => changePersonAccount({ id, role: values.role as Role }))}
      onDone={() => onDone(`The role of ${name} is changed.`)}
      onClose={onClose}
    >
      {() => <RoleField roles={roles} first={person.role} />}
    </FormDialog>
  )
}

/** Asks before another person of the identity provider may use an account. */
export function UnlinkDialog({ person, ask, onClose, onDone }: DialogProps) {
  const { id, name, email } = person
  return (
    <FormDialog
      title={`Unlink single sign-on of ${name}?`}
      description={`The next person whom the identity provider names with ${email} gets this account, with its drafts and history. ${name} is signed out.`}
      button="Unlink"
      busyWords="Unlinking…"
      send={() => ask(() => unlinkPersonSignOn({ id }))}
      onDone={() => onDone(`The single sign-on of ${name} is unlinked.`)}
      onClose={onClose}
    >
      {() => null}
    </FormDialog>
  )
}
