'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { pageToday } from '#components/frame/page-day.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import type { RowAction, RowTable } from '#components/table/row-declaration.ts'
import { RowTableView } from '#components/table/row-table.tsx'
import { Button } from '#components/ui/button.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { showFailure } from '#components/ui/toast.tsx'
import {
  changePersonAccount,
  demandSecondFactor,
  endPersonSessions,
  exportAccessList,
  resetPersonFactor,
  unlockPersonAccount,
  withdrawPersonInvitation,
} from '#lib/actions/people.ts'
import type { Role } from '#lib/acts/acts.ts'
import { firstStepsHref } from '#lib/lists/first-steps.ts'
import { roleWord } from '#lib/lists/access-list.ts'
import { saveFile } from '#components/ui/save-file.ts'
import { endEmergencyAccess } from '#lib/actions/break-glass.ts'
import type { BreakGlass, Invitation, Person } from '#lib/actions/settings.ts'
import type { Result } from '#lib/core/result.ts'
import { useProof } from './proof.tsx'
import { TimeZoneCard, type TimeZoneCardProps } from './time-zone-card.tsx'
import { useOpenDialog } from './use-open-dialog.ts'

const InviteDialog = onDemand(() =>
  import('./people-dialogs.tsx').then((module) => module.InviteDialog),
)
const PasswordLinkDialog = onDemand(() =>
  import('./people-dialogs.tsx').then((module) => module.PasswordLinkDialog),
)
const UnlinkDialog = onDemand(() =>
  import('./people-dialogs.tsx').then((module) => module.UnlinkDialog),
)
const AskDialog = onDemand(() =>
  import('#components/ui/ask-dialog.tsx').then((module) => module.AskDialog),
)
const RoleDialog = onDemand(() =>
  import('./people-dialogs.tsx').then((module) => module.RoleDialog),
)

const peopleTable: RowTable<Person, { ownId: string }> = {
  label: 'Accounts',
  key: 'id',
  name: 'name',
  columns: {
    name: {
      header: 'Name',
      isName: true,
      cell: ({ id, name, isDemo, isDisabled, heldBackUntil }, { ownId }) => (
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {id === ownId && <StatusBadge tone="blue">You</StatusBadge>}
          {isDemo && <StatusBadge tone="amber">Demo</StatusBadge>}
          {isDisabled && <StatusBadge tone="grey">Disabled</StatusBadge>}
          {heldBackUntil && <StatusBadge tone="red">Sign-in held back</StatusBadge>}
        </span>
      ),
      below: ({ email, heldBackUntil }) => (
        <>
          {email}
          {heldBackUntil && (
            <span className="block">
              Too many wrong passwords; a new browser waits until <LocalTime at={heldBackUntil} />
            </span>
          )}
        </>
      ),
    },
    role: { header: 'Role', value: ({ role }) => roleWord(role) },
    factor: { header: 'Second factor', value: factorWords },
    seen: {
      header: 'Last seen',
      cell: ({ lastSeenAt }) => (lastSeenAt ? <LocalTime at={lastSeenAt} /> : 'Never'),
    },
    browsers: { header: 'Browsers', kind: 'count', value: 'sessions' },
  },
}

const linkTable: RowTable<Invitation> = {
  label: 'Open links',
  key: 'id',
  name: 'email',
  columns: {
    email: {
      header: 'E-mail address',
      isName: true,
      cell: ({ email, isForPassword }) => (
        <>
          {email}
          {isForPassword && <span className="text-ink-2"> · new password</span>}
        </>
      ),
    },
    role: { header: 'Role', value: ({ role }) => roleWord(role) },
    ends: { header: 'Ends', kind: 'time', value: 'expiresAt' },
  },
}

// Who took an administrator's rights in the last 30 days, why, and until when.
const emergencyTable: RowTable<BreakGlass> = {
  label: 'Emergency access',
  key: 'id',
  name: 'name',
  columns: {
    name: {
      header: 'Name',
      isName: true,
      className: 'font-medium whitespace-nowrap',
      value: 'name',
    },
    role: { header: 'Role', value: ({ role }) => roleWord(role) },
    reason: {
      header: 'Reason',
      className: 'whitespace-pre-line',
      value: 'reason',
    },
    started: { header: 'Started', kind: 'time', value: 'startedAt' },
    ended: {
      header: 'Ended',
      className: 'whitespace-nowrap',
      cell: ({ isActive, endsAt }) =>
        isActive ? <StatusBadge tone="amber">Active</StatusBadge> : <LocalTime at={endsAt} />,
    },
  },
}

type PeoplePageProps = {
  people: readonly Person[]
  invitations: readonly Invitation[]
  /** The uses of break glass in the last 30 days. */
  uses: readonly BreakGlass[]
  roles: readonly Role[]
  /** The roles that must have a second factor. */
  factorRoles: readonly Role[]
  timeZone: TimeZoneCardProps
  /** The id of the person's own account, which they cannot change here. */
  ownId: string
}

/** Every account and every open invitation, and what an administrator does with them. */
export function PeoplePage({
  people,
  invitations,
  uses,
  roles,
  factorRoles,
  timeZone,
  ownId,
}: PeoplePageProps) {
  const router = useRouter()
  const { open, setOpen, close, done } = useOpenDialog<
    'invite' | Person | { unlink: Person } | { password: Person }
  >()
  const [busy, setBusy] = useState<string>()
  const [disabling, setDisabling] = useState<Person>()
  const { ask, proof } = useProof()
  const run = async (what: string, send: () => Promise<Result<null>>, message: string) => {
    setBusy(what)
    const result = await ask(send)
    setBusy(undefined)
    if (result.ok) done(message)
    else showFailure(result.error)
  }
  const download = async () => {
    setBusy('list')
    const result = await ask(() => exportAccessList({}))
    setBusy(undefined)
    if (!result.ok) return showFailure(result.error)
    saveFile(
      `access-list-${pageToday()}.csv`,
      new Blob([result.value.csv], { type: 'text/csv;charset=utf-8' }),
    )
  }
  const disable = (person: Person, isDisabled: boolean) =>
    run(
      `disable ${person.id}`,
      () => changePersonAccount({ id: person.id, is_disabled: isDisabled }),
      isDisabled
        ? `${person.name} is signed out and can’t sign in.`
        : `${person.name} may sign in again.`,
    )
  const isOther = ({ id }: Person) => id !== ownId
  const actions: RowAction<Person>[] = [
    {
      label: 'Unlock',
      isShown: ({ heldBackUntil }) => Boolean(heldBackUntil),
      isBusy: ({ id }) => busy === `unlock ${id}`,
      run: ({ id, name }) =>
        run(`unlock ${id}`, () => unlockPersonAccount({ id }), `${name} can try again at once.`),
    },
    {
      label: 'Sign out everywhere',
      isShown: ({ sessions }) => sessions > 0,
      isBusy: ({ id }) => busy === `end ${id}`,
      run: ({ id, name }) =>
        run(
          `end ${id}`,
          () => endPersonSessions({ id }),
          id === ownId
            ? 'You’re signed out in every other browser.'
            : `${name} is signed out everywhere.`,
        ),
    },
    {
      label: 'Reset second factor',
      isShown: (person) => isOther(person) && (person.hasApp || person.passkeys > 0),
      isBusy: ({ id }) => busy === `reset ${id}`,
      run: ({ id, name }) =>
        run(
          `reset ${id}`,
          () => resetPersonFactor({ id }),
          `${name} is signed out and has no second factor now.`,
        ),
    },
    {
      label: 'New password link',
      opens: 'dialog',
      isShown: (person) => isOther(person) && person.hasPassword && !person.isDisabled,
      run: (person) => setOpen({ password: person }),
    },
    {
      label: 'Unlink single sign-on',
      isShown: (person) => isOther(person) && person.isLinked,
      run: (person) => setOpen({ unlink: person }),
    },
    { label: 'Change role', isShown: isOther, run: setOpen },
    {
      label: 'Enable',
      isShown: (person) => isOther(person) && person.isDisabled,
      isBusy: ({ id }) => busy === `disable ${id}`,
      run: (person) => disable(person, false),
    },
    {
      label: 'Disable',
      opens: 'dialog',
      isShown: (person) => isOther(person) && !person.isDisabled,
      isBusy: ({ id }) => busy === `disable ${id}`,
      run: setDisabling,
    },
  ]
  return (
    <div className="flex flex-col gap-4 px-6 py-5">
      <PageHeader
        title="People"
        note="Who may sign in, and what they may do"
        actions={
          <>
            <SoftLink href={firstStepsHref} className={buttonStyle()}>
              First steps
            </SoftLink>
            <Button busy={busy === 'list'} onClick={() => void download()}>
              Export CSV
            </Button>
            <Button tone="primary" onClick={() => setOpen('invite')}>
              Invite
            </Button>
          </>
        }
      />
      <Card title="Accounts" flush>
        <RowTableView table={peopleTable} rows={people} about={{ ownId }} actions={actions} />
      </Card>
      <FactorCard
        key={factorRoles.join()}
        roles={roles}
        chosen={factorRoles}
        isBusy={busy === 'factor roles'}
        onSave={(wanted) =>
          void run(
            'factor roles',
            () => demandSecondFactor({ roles: wanted }),
            'Saved. It applies to everyone from their next click.',
          )
        }
      />
      <TimeZoneCard {...timeZone} />
      {invitations.length > 0 && (
        <Card title="Open links" note="invitations and new passwords" flush>
          <RowTableView
            table={linkTable}
            rows={invitations}
            about={undefined}
            actions={[
              {
                label: 'Withdraw',
                isBusy: ({ id }) => busy === id,
                run: ({ id, email }) =>
                  run(
                    id,
                    () => withdrawPersonInvitation({ id }),
                    `The link of ${email} is withdrawn.`,
                  ),
              },
            ]}
          />
        </Card>
      )}
      {uses.length > 0 && (
        <Card title="Emergency access" flush>
          <RowTableView
            table={emergencyTable}
            rows={uses}
            about={undefined}
            actions={[
              {
                label: 'End now',
                isShown: ({ isActive }) => isActive,
                isBusy: ({ id }) => busy === id,
                run: ({ id, name }) =>
                  run(
                    id,
                    () => endEmergencyAccess({ id }),
                    `The emergency access of ${name} has ended.`,
                  ),
              },
            ]}
          />
        </Card>
      )}
      {open === 'invite' && (
        <InviteDialog roles={roles} ask={ask} onClose={close} onInvited={() => router.refresh()} />
      )}
      {typeof open === 'object' && 'password' in open && (
        <PasswordLinkDialog
          person={open.password}
          ask={ask}
          onClose={close}
          onMade={() => router.refresh()}
        />
      )}
      {typeof open === 'object' && 'unlink' in open && (
        <UnlinkDialog person={open.unlink} ask={ask} onClose={close} onDone={done} />
      )}
      {typeof open === 'object' && 'id' in open && (
        <RoleDialog person={open} roles={roles} ask={ask} onClose={close} onDone={done} />
      )}
      {disabling && (
        <AskDialog
          title={`Disable ${disabling.name}?`}
          description="They’re signed out everywhere at once and can’t sign in until you enable them again. What they own in the queue stays theirs."
          verb="Disable"
          onDo={() => disable(disabling, true).then(() => setDisabling(undefined))}
          onClose={() => setDisabling(undefined)}
        />
      )}
      {proof}
    </div>
  )
}

type FactorProps = {
  roles: readonly Role[]
  chosen: readonly Role[]
  isBusy: boolean
  onSave: (wanted: Role[]) => void
}

/** Chooses the roles that must have a second factor. */
function FactorCard({ roles, chosen, isBusy, onSave }: FactorProps) {
  const [wanted, setWanted] = useState(chosen)
  const isChanged = roles.some((role) => wanted.includes(role) !== chosen.includes(role))
  return (
    <Card
      title="Roles that need a second factor"
      actions={
        isChanged && (
          <Button size="small" tone="primary" busy={isBusy} onClick={() => onSave([...wanted])}>
            Save roles
          </Button>
        )
      }
    >
      <p className="text-sm text-ink-2">
        People with these roles sign in with an authenticator app or a passkey. A person with
        neither is asked to set one up, and can do nothing else until then.
      </p>
      <div
        role="group"
        aria-label="Roles that need a second factor"
        className="mt-3 flex flex-wrap gap-x-6 gap-y-2"
      >
        {roles.map((role) => (
          <Checkbox
            key={role}
            checked={wanted.includes(role)}
            onChange={(event) =>
              setWanted(
                event.currentTarget.checked
                  ? [...wanted, role]
                  : wanted.filter((one) => one !== role),
              )
            }
          >
            {roleWord(role)}
          </Checkbox>
        ))}
      </div>
    </Card>
  )
}

/** A person's second factors in words. */
function factorWords({ hasApp, passkeys }: Person): string {
  const keys = passkeys === 0 ? undefined : passkeys === 1 ? 'passkey' : `${passkeys} passkeys`
  if (hasApp) return keys ? `App, ${keys}` : 'App'
  return keys ? `${keys.charAt(0).toUpperCase()}${keys.slice(1)}` : 'None'
}
