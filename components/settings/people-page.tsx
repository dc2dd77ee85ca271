'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { pageToday } from '#components/frame/page-day.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { buttonStyle } from '#components/ui/button-style.ts'
import { Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
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
import { SideScroll } from '#components/ui/side-scroll.tsx'
import { endEmergencyAccess } from '#lib/actions/break-glass.ts'
import type { BreakGlass, Invitation, Person } from '#lib/actions/replies.ts'
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
        <SideScroll>
          <table className="w-full text-sm">
            <SmallTableHead
              columns={[
                { label: 'Name' },
                { label: 'Role' },
                { label: 'Second factor' },
                { label: 'Last seen' },
                { label: 'Browsers', isNumber: true },
                { label: 'Actions', isNumber: true },
              ]}
            />
            <tbody>
              {people.map((person) => (
                <tr key={person.id} className="border-t border-line first:border-0">
                  <td className="px-4 py-2">
                    <span className="flex flex-wrap items-center gap-2 font-medium">
                      {person.name}
                      {person.id === ownId && <StatusBadge tone="blue">You</StatusBadge>}
                      {person.isDemo && <StatusBadge tone="amber">Demo</StatusBadge>}
                      {person.isDisabled && <StatusBadge tone="grey">Disabled</StatusBadge>}
                      {person.heldBackUntil && (
                        <StatusBadge tone="red">Sign-in held back</StatusBadge>
                      )}
                    </span>
                    <span className="text-xs text-ink-2">{person.email}</span>
                    {person.heldBackUntil && (
                      <span className="block text-xs text-ink-2">
                        Too many wrong passwords; a new browser waits until{' '}
                        <LocalTime at={person.heldBackUntil} />
                      </span>
                    )}
                  </td>
                  <td className="px-2 py-2">{roleWord(person.role)}</td>
                  <td className="px-2 py-2">{factorWords(person)}</td>
                  <td className="px-2 py-2">
                    {person.lastSeenAt ? <LocalTime at={person.lastSeenAt} /> : 'Never'}
                  </td>
                  <td className="px-2 py-2 text-right tabular-nums">{person.sessions}</td>
                  <td className="px-4 py-2">
                    <span className="flex flex-wrap justify-end gap-2">
                      {person.heldBackUntil && (
                        <Button
                          size="small"
                          busy={busy === `unlock ${person.id}`}
                          aria-label={`Unlock: ${person.name}`}
                          onClick={() =>
                            void run(
                              `unlock ${person.id}`,
                              () => unlockPersonAccount({ id: person.id }),
                              `${person.name} can try again at once.`,
                            )
                          }
                        >
                          Unlock
                        </Button>
                      )}
                      {person.sessions > 0 && (
                        <Button
                          size="small"
                          busy={busy === `end ${person.id}`}
                          aria-label={`Sign out everywhere: ${person.name}`}
                          onClick={() =>
                            void run(
                              `end ${person.id}`,
                              () => endPersonSessions({ id: person.id }),
                              person.id === ownId
                                ? 'You’re signed out in every other browser.'
                                : `${person.name} is signed out everywhere.`,
                            )
                          }
                        >
                          Sign out everywhere
                        </Button>
                      )}
                      {person.id !== ownId && (person.hasApp || person.passkeys > 0) && (
                        <Button
                          size="small"
                          busy={busy === `reset ${person.id}`}
                          aria-label={`Reset second factor: ${person.name}`}
                          onClick={() =>
                            void run(
                              `reset ${person.id}`,
                              () => resetPersonFactor({ id: person.id }),
                              `${person.name} is signed out and has no second factor now.`,
                            )
                          }
                        >
                          Reset second factor
                        </Button>
                      )}
                      {person.id !== ownId && person.hasPassword && !person.isDisabled && (
                        <Button
                          size="small"
                          aria-label={`New password link: ${person.name}`}
                          aria-haspopup="dialog"
                          onClick={() => setOpen({ password: person })}
                        >
                          New password link
                        </Button>
                      )}
                      {person.isLinked && person.id !== ownId && (
                        <Button
                          size="small"
                          aria-label={`Unlink single sign-on: ${person.name}`}
                          onClick={() => setOpen({ unlink: person })}
                        >
                          Unlink single sign-on
                        </Button>
                      )}
                      {person.id !== ownId && (
                        <>
                          <Button
                            size="small"
                            aria-label={`Change role: ${person.name}`}
                            onClick={() => setOpen(person)}
                          >
                            Change role
                          </Button>
                          <Button
                            size="small"
                            busy={busy === `disable ${person.id}`}
                            aria-label={`${person.isDisabled ? 'Enable' : 'Disable'}: ${person.name}`}
                            aria-haspopup={person.isDisabled ? undefined : 'dialog'}
                            onClick={() =>
                              person.isDisabled ? void disable(person, false) : setDisabling(person)
                            }
                          >
                            {person.isDisabled ? 'Enable' : 'Disable'}
                          </Button>
                        </>
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </SideScroll>
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
          <table className="w-full text-sm">
            <SmallTableHead
              columns={[
                { label: 'E-mail address' },
                { label: 'Role' },
                { label: 'Ends' },
                { label: 'Actions', isNumber: true },
              ]}
            />
            <tbody>
              {invitations.map(({ id, email, role, expiresAt, isForPassword }) => (
                <tr key={id} className="border-t border-line first:border-0">
                  <td className="px-4 py-2">
                    {email}
                    {isForPassword && <span className="text-ink-2"> · new password</span>}
                  </td>
                  <td className="px-2 py-2">{roleWord(role)}</td>
                  <td className="px-2 py-2">
                    <LocalTime at={expiresAt} />
                  </td>
                  <td className="px-4 py-2 text-right">
                    <Button
                      size="small"
                      busy={busy === id}
                      aria-label={`Withdraw: ${email}`}
                      onClick={() =>
                        void run(
                          id,
                          () => withdrawPersonInvitation({ id }),
                          `The link of ${email} is withdrawn.`,
                        )
                      }
                    >
                      Withdraw
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {uses.length > 0 && <EmergencyList uses={uses} busy={busy} run={run} />}
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

type EmergencyListProps = {
  uses: readonly BreakGlass[]
  busy: string | undefined
  run: (what: string, send: () => Promise<Result<null>>, message: string) => Promise<void>
}

/** Who took an administrator's rights in the last 30 days, why, and until when. */
function EmergencyList({ uses, busy, run }: EmergencyListProps) {
  return (
    <Card title="Emergency access" flush>
      <table className="w-full text-sm">
        <SmallTableHead
          columns={[
            { label: 'Name' },
            { label: 'Role' },
            { label: 'Reason' },
            { label: 'Started' },
            { label: 'Ended' },
            { label: 'Actions', isNumber: true },
          ]}
        />
        <tbody>
          {uses.map(({ id, name, role, reason, startedAt, endsAt, isActive }) => (
            <tr key={id} className="border-t border-line align-top first:border-0">
              <td className="px-4 py-2 font-medium whitespace-nowrap">{name}</td>
              <td className="px-2 py-2">{roleWord(role)}</td>
              <td className="px-2 py-2 break-words whitespace-pre-line">{reason}</td>
              <td className="px-2 py-2">
                <LocalTime at={startedAt} />
              </td>
              <td className="px-2 py-2 whitespace-nowrap">
                {isActive ? (
                  <StatusBadge tone="amber">Active</StatusBadge>
                ) : (
                  <LocalTime at={endsAt} />
                )}
              </td>
              <td className="px-4 py-2 text-right">
                {isActive && (
                  <Button
                    size="small"
                    busy={busy === id}
                    aria-label={`End now: ${name}`}
                    onClick={() =>
                      void run(
                        id,
                        () => endEmergencyAccess({ id }),
                        `The emergency access of ${name} has ended.`,
                      )
                    }
                  >
                    End now
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** A person's second factors in words. */
function factorWords({ hasApp, passkeys }: Person): string {
  const keys = passkeys === 0 ? undefined : passkeys === 1 ? 'passkey' : `${passkeys} passkeys`
  if (hasApp) return keys ? `App, ${keys}` : 'App'
  return keys ? `${keys.charAt(0).toUpperCase()}${keys.slice(1)}` : 'None'
}
