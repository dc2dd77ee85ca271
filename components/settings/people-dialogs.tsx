'use client'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { submitWithCtrlEnter, Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { Role } from '#lib/acts/acts.ts'
import { roleDuties, roleWord } from '#lib/lists/access-list.ts'
import {
  changePersonAccount,
  invitePeople,
  makePersonPasswordLink,
  unlinkPersonSignOn,
} from '#lib/actions/people.ts'
import type { Person } from '#lib/actions/settings.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
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

type Invited = ReplyOf<typeof invitePeople>
type PasswordLink = ReplyOf<typeof makePersonPasswordLink>

type InviteProps = { roles: readonly Role[]; ask: Ask; onClose: () => void; onInvited: () => void }

/** Asks whom to invite, then shows the links once: nobody can read them again. */
export function InviteDialog({ roles, ask, onClose, onInvited }: InviteProps) {
  const [made, setMade] = useState<Invited>()
  const [first, ...others] = made ?? []
  if (first && others.length === 0)
    return (
      <LinkDialog
        made={first}
        label="Invitation link"
        description={`It makes the account of ${first.email}, and is shown only now.`}
        onClose={onClose}
      />
    )
  if (made) return <LinksDialog made={made} onClose={onClose} />
  return (
    <FormDialog
      title="Invite people"
      description="You get a link for each to pass on. It works once, within 72 hours."
      button="Make the link"
      busyWords="Making the link…"
      send={async ({ addresses = '', role }) => {
        const result = await ask(() => invitePeople({ addresses, role: role as Role }))
        if (result.ok) setMade(result.value)
        return result
      }}
      onDone={onInvited}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          <Field
            label="E-mail addresses"
            name="addresses"
            required
            hint="One or many, one in each line. A role behind an address is that person’s: ann@clinic.com manager"
            error={complaint('addresses')}
          >
            {(control) => <Textarea {...control} onKeyDown={submitWithEnter} />}
          </Field>
          <RoleField roles={roles} first="biller" />
        </>
      )}
    </FormDialog>
  )
}

// Most invitations are of one person: then Enter sends, as in a box of one line.
function submitWithEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === 'Enter' && !event.shiftKey && !event.currentTarget.value.includes('\n')) {
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  } else submitWithCtrlEnter(event)
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
  const [made, setMade] = useState<PasswordLink>()
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
  made: PasswordLink
  label: string
  description: string
  onClose: () => void
}

const linkOf = ({ token }: PasswordLink) => `${location.origin}/invitation#${token}`

async function copy(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'green', message })
  } catch {
    showToast({
      tone: 'amber',
      message: 'The browser blocked copying. Select the link and copy it.',
    })
  }
}

function LinkDialog({ made, label, description, onClose }: LinkDialogProps) {
  const link = linkOf(made)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Pass this link on"
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button tone="primary" onClick={() => void copy(link, 'The link is copied.')}>
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

function LinksDialog({ made, onClose }: { made: Invited; onClose: () => void }) {
  // To copy does no harm; to close would lose the links.
  const copyAll = useRef<HTMLButtonElement>(null)
  const all = made.map((one) => `${one.email}\t${linkOf(one)}`).join('\n')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      initialFocus={copyAll}
      title="Pass these links on"
      description={`${made.length} invitations, each for one person. The links are shown only now.`}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            ref={copyAll}
            tone="primary"
            onClick={() => void copy(all, 'The addresses with their links are copied.')}
          >
            Copy all
          </Button>
        </>
      }
    >
      <ul aria-label="Invitations" className="max-h-80 overflow-y-auto text-sm">
        {made.map((one) => (
          <li
            key={one.email}
            className="flex min-h-10 items-center gap-3 border-b border-line py-1 last:border-0"
          >
            <span className="min-w-0 grow">
              <span className="block truncate">{one.email}</span>
              <span className="block text-xs text-ink-2">{roleWord(one.role)}</span>
            </span>
            <Button
              aria-label={`Copy link: ${one.email}`}
              onClick={() => void copy(linkOf(one), `The link of ${one.email} is copied.`)}
            >
              Copy link
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-2">
        Each works once, until <LocalTime at={made[0]?.expires_at ?? ''} />.
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
