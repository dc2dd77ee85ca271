'use client'
import { PageHeader } from '#components/frame/page-header.tsx'
import type { RowTable } from '#components/table/row-declaration.ts'
import { RowTableView } from '#components/table/row-table.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { OwnAccount } from '#lib/actions/settings.ts'
import { useOpenDialog } from './use-open-dialog.ts'

const dialogs = () => import('./account-dialogs.tsx')
const NameDialog = onDemand(() => dialogs().then((module) => module.NameDialog))
const PasswordDialog = onDemand(() => dialogs().then((module) => module.PasswordDialog))
const AppDialog = onDemand(() => dialogs().then((module) => module.AppDialog))
const TurnOffDialog = onDemand(() => dialogs().then((module) => module.TurnOffDialog))
const CodesDialog = onDemand(() => dialogs().then((module) => module.CodesDialog))
const AddPasskeyDialog = onDemand(() => dialogs().then((module) => module.AddPasskeyDialog))
const RenamePasskeyDialog = onDemand(() => dialogs().then((module) => module.RenamePasskeyDialog))
const EndSessionsDialog = onDemand(() => dialogs().then((module) => module.EndSessionsDialog))
const RemovePasskeyDialog = onDemand(() => dialogs().then((module) => module.RemovePasskeyDialog))

type Passkey = OwnAccount['passkeys'][number]
type Session = OwnAccount['sessions'][number]
type Open =
  | { kind: 'name' | 'password' | 'app' | 'turn-off' | 'codes' | 'add-passkey' }
  | { kind: 'rename-passkey' | 'remove-passkey'; passkey: Passkey }
  | { kind: 'end-sessions'; session?: Session }

/**
 * One's own account: name, password, second factor, passkeys, and the browsers that are signed in.
 */
export function AccountPage({ account }: { account: OwnAccount }) {
  const { open, setOpen, close, done } = useOpenDialog<Open>()
  const ways = { onClose: close, onDone: done, hasPassword: account.hasPassword }
  const mustSetUp = account.needsFactor && !account.hasApp && account.passkeys.length === 0
  return (
    <div className="flex flex-col gap-4 px-6 py-5">
      <PageHeader title="Your account" note={account.email} />
      <div className="flex max-w-4xl flex-col gap-4">
        {mustSetUp && (
          <Card tone="amber" title="Set up a second factor to continue">
            <p className="text-sm">
              Your role needs more than a password. Set up an authenticator app or add a passkey
              below. Everything else is closed until then.
            </p>
          </Card>
        )}
        <ProfileCard account={account} onOpen={(kind) => setOpen({ kind })} />
        <AppCard account={account} onOpen={(kind) => setOpen({ kind })} />
        <PasskeysCard account={account} onOpen={setOpen} />
        <SessionsCard
          sessions={account.sessions}
          onEnd={(session) => setOpen({ kind: 'end-sessions', session })}
        />
      </div>
      {open?.kind === 'name' && <NameDialog {...ways} name={account.name} />}
      {open?.kind === 'password' && <PasswordDialog {...ways} />}
      {open?.kind === 'app' && <AppDialog {...ways} />}
      {open?.kind === 'turn-off' && <TurnOffDialog {...ways} />}
      {open?.kind === 'codes' && <CodesDialog {...ways} />}
      {open?.kind === 'add-passkey' && <AddPasskeyDialog {...ways} />}
      {open?.kind === 'rename-passkey' && <RenamePasskeyDialog {...ways} passkey={open.passkey} />}
      {open?.kind === 'end-sessions' && <EndSessionsDialog {...ways} session={open.session} />}
      {open?.kind === 'remove-passkey' && <RemovePasskeyDialog {...ways} passkey={open.passkey} />}
    </div>
  )
}

type CardProps<Kind> = { account: OwnAccount; onOpen: (kind: Kind) => void }

function ProfileCard({ account, onOpen }: CardProps<'name' | 'password'>) {
  return (
    <Card
      title="Profile"
      actions={
        <>
          <Button size="small" onClick={() => onOpen('name')}>
            Change name
          </Button>
          {account.hasPassword && !account.isDemo && (
            <Button size="small" onClick={() => onOpen('password')}>
              Change password
            </Button>
          )}
        </>
      }
    >
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-ink-3">Name</dt>
        <dd className="min-w-0 break-words">{account.name}</dd>
        <dt className="text-ink-3">E-mail address</dt>
        <dd className="min-w-0 break-words">{account.email}</dd>
        <dt className="text-ink-3">Role</dt>
        <dd className="capitalize">{account.role}</dd>
      </dl>
    </Card>
  )
}

function AppCard({ account, onOpen }: CardProps<'app' | 'turn-off' | 'codes'>) {
  const { hasApp, recoveryCodes, needsFactor } = account
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Authenticator app
          {hasApp ? (
            <StatusBadge tone="green">On</StatusBadge>
          ) : (
            <StatusBadge tone="grey">Off</StatusBadge>
          )}
        </span>
      }
      actions={
        hasApp ? (
          <>
            <Button size="small" onClick={() => onOpen('codes')}>
              New recovery codes
            </Button>
            <Button size="small" onClick={() => onOpen('turn-off')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button
            size="small"
            tone={needsFactor ? 'primary' : undefined}
            onClick={() => onOpen('app')}
          >
            Set up
          </Button>
        )
      }
    >
      <p className="text-sm text-ink-2">
        {hasApp
          ? 'After your password, you enter the six digits that your app shows.'
          : 'An app on your phone shows six digits that you enter after your password.'}
      </p>
      {hasApp && (
        <p className="mt-1 text-sm">
          {recoveryCodes === 0 ? (
            <span className="text-red">No recovery codes are left. Make new ones.</span>
          ) : (
            `${recoveryCodes} of 10 recovery codes are left.`
          )}
        </p>
      )}
    </Card>
  )
}

const passkeyTable: RowTable<Passkey> = {
  label: 'Passkeys',
  key: 'id',
  name: 'name',
  columns: {
    name: { header: 'Name', isName: true, className: 'font-medium', value: 'name' },
    host: { header: 'Address', value: 'host' },
    added: { header: 'Added', kind: 'time', value: 'createdAt' },
    used: {
      header: 'Last used',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <LocalTime at={lastUsedAt} /> : 'Never'),
    },
  },
}

function PasskeysCard({ account, onOpen }: { account: OwnAccount; onOpen: (open: Open) => void }) {
  const { passkeys, canAddPasskey, hasApp } = account
  return (
    <Card
      title="Passkeys"
      flush={passkeys.length > 0}
      actions={
        canAddPasskey && (
          <Button size="small" onClick={() => onOpen({ kind: 'add-passkey' })}>
            Add passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 ? (
        <RowTableView
          table={passkeyTable}
          rows={passkeys}
          about={undefined}
          actions={[
            {
              label: 'Rename',
              name: ({ name }) => `Rename ${name}`,
              run: (passkey) => onOpen({ kind: 'rename-passkey', passkey }),
            },
            {
              label: 'Remove',
              name: ({ name }) => `Remove ${name}`,
              run: (passkey) => onOpen({ kind: 'remove-passkey', passkey }),
            },
          ]}
        />
      ) : (
        <p className="text-sm text-ink-2">
          {canAddPasskey
            ? 'A passkey signs you in with your finger, face or PIN, without a password.'
            : 'Browsers know no passkeys at an IP address. Open the app by its name to add one, for example at localhost.'}
        </p>
      )}
      {passkeys.length > 0 && !hasApp && (
        <p className="border-t border-line px-4 py-3 text-sm text-ink-2">
          If you lose your passkeys, only an administrator can let you in. An authenticator app has
          recovery codes.
        </p>
      )}
    </Card>
  )
}

const sessionTable: RowTable<Session> = {
  label: 'Signed-in browsers',
  key: 'id',
  name: 'browser',
  columns: {
    browser: {
      header: 'Browser',
      isName: true,
      className: 'font-medium',
      cell: ({ browser, isCurrent }) => (
        <span className="flex flex-wrap items-center gap-2">
          {browser}
          {isCurrent && <StatusBadge tone="blue">This browser</StatusBadge>}
        </span>
      ),
    },
    address: {
      header: 'Address',
      className: 'font-mono text-xs',
      value: 'address',
    },
    started: { header: 'Signed in', kind: 'time', value: 'startedAt' },
    seen: { header: 'Last seen', kind: 'time', value: 'lastSeenAt' },
  },
}

/** `onEnd` is asked to sign out one browser, or without one all others. */
type SessionsProps = { sessions: readonly Session[]; onEnd: (session?: Session) => void }

function SessionsCard({ sessions, onEnd }: SessionsProps) {
  return (
    <Card
      title="Signed-in browsers"
      flush
      actions={
        sessions.length > 1 && (
          <Button size="small" onClick={() => onEnd()}>
            Sign out all others
          </Button>
        )
      }
    >
      <RowTableView
        table={sessionTable}
        rows={sessions}
        about={undefined}
        actions={[
          {
            label: 'Sign out',
            name: ({ browser, address }) => `Sign out ${browser} at ${address}`,
            isShown: ({ isCurrent }) => !isCurrent,
            run: onEnd,
          },
        ]}
      />
    </Card>
  )
}
