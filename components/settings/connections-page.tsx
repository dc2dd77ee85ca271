'use client'
import { useRouter } from 'next/navigation'
import { useState, type ReactNode } from 'react'
import { environments } from '#components/frame/environments.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { disablePartnerConnection, testPartnerConnection } from '#lib/actions/connections.ts'
import type { KeyAccess, ShownConnection } from '#lib/actions/settings.ts'
import type { Failure } from '#lib/core/result.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { useProof } from './proof.tsx'
import { useOpenDialog } from './use-open-dialog.ts'

const AddDialog = onDemand(() =>
  import('./connection-dialogs.tsx').then((module) => module.AddDialog),
)
const RotateDialog = onDemand(() =>
  import('./connection-dialogs.tsx').then((module) => module.RotateDialog),
)
const ActivateDialog = onDemand(() =>
  import('./connection-dialogs.tsx').then((module) => module.ActivateDialog),
)

const AskDialog = onDemand(() =>
  import('#components/ui/ask-dialog.tsx').then((module) => module.AskDialog),
)

type Open = { kind: 'add' } | { kind: 'rotate' | 'activate'; connection: ShownConnection }

/**
 * Every partner connection: what it leads to, what is known of its key, and what an administrator
 * does with it.
 */
export function ConnectionsPage({ connections }: { connections: readonly ShownConnection[] }) {
  const { open, setOpen, close, done } = useOpenDialog<Open>()
  const { ask, proof } = useProof()
  return (
    <div className="flex flex-col gap-4 px-6 py-5">
      <PageHeader
        title="Connections"
        note="The partners that this console works with, and their keys"
        actions={
          <Button tone="primary" onClick={() => setOpen({ kind: 'add' })}>
            Add connection
          </Button>
        }
      />
      <ul aria-label="Connections" className="flex max-w-4xl flex-col gap-3">
        {connections.map((connection) => (
          <li key={connection.id}>
            <ConnectionCard
              connection={connection}
              onChanged={done}
              onRotate={() => setOpen({ kind: 'rotate', connection })}
              onActivate={() => setOpen({ kind: 'activate', connection })}
            />
          </li>
        ))}
      </ul>
      {open?.kind === 'add' && <AddDialog ask={ask} onClose={close} onDone={done} />}
      {open?.kind === 'rotate' && (
        <RotateDialog connection={open.connection} ask={ask} onClose={close} onDone={done} />
      )}
      {open?.kind === 'activate' && (
        <ActivateDialog connection={open.connection} ask={ask} onClose={close} />
      )}
      {proof}
    </div>
  )
}

type CardProps = {
  connection: ShownConnection
  onChanged: (message: string) => void
  onRotate: () => void
  onActivate: () => void
}

/** What a key may do, as its test told. */
const accessWords: { [access in KeyAccess]: string } = {
  writes: 'It reads and writes.',
  reads: 'It is read only: nothing can be saved with it.',
  unknown: 'Whether it can write could not be told.',
}

function ConnectionCard({ connection, onChanged, onRotate, onActivate }: CardProps) {
  const { id, name, environment, isActive, isDisabled, isEmbedded } = connection
  const tests = useAct('testConnection', testPartnerConnection, { tells: false })
  const able = useAct('disableConnection', disablePartnerConnection)
  const [isAsked, setAsked] = useState(false)
  const router = useRouter()
  const [tested, setTested] = useState<{ access: KeyAccess } | { failure: Failure }>()
  const test = async () => {
    setTested(undefined)
    const result = await tests.ask({ id })
    setTested(result.ok ? result.value : { failure: result.error })
    if (result.ok) router.refresh()
  }
  const disable = async (isDisabledNext: boolean) => {
    const result = await able.ask({ id, is_disabled: isDisabledNext })
    setAsked(false)
    if (result.ok) onChanged(isDisabledNext ? `${name} is disabled.` : `${name} is enabled.`)
  }
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {name}
          <StatusBadge tone={environments[environment].tone}>
            {environments[environment].word}
          </StatusBadge>
          {isActive && <StatusBadge tone="green">Active</StatusBadge>}
          {isDisabled && <StatusBadge tone="grey">Disabled</StatusBadge>}
          {connection.isReadOnly && <StatusBadge tone="amber">Read-only key</StatusBadge>}
        </span>
      }
      actions={
        <>
          <Button
            size="small"
            busy={tests.busy}
            onClick={() => void test()}
            aria-label={`Test ${name}`}
          >
            Test
          </Button>
          {!isEmbedded && (
            <Button size="small" onClick={onRotate} aria-label={`Rotate key of ${name}`}>
              Rotate key
            </Button>
          )}
          {!isActive && !isDisabled && (
            <Button size="small" onClick={onActivate} aria-label={`Make active: ${name}`}>
              Make active
            </Button>
          )}
          {!isActive && (
            <Button
              size="small"
              busy={able.busy}
              aria-haspopup={isDisabled ? undefined : 'dialog'}
              onClick={() => (isDisabled ? void disable(false) : setAsked(true))}
              aria-label={`${isDisabled ? 'Enable' : 'Disable'} ${name}`}
            >
              {isDisabled ? 'Enable' : 'Disable'}
            </Button>
          )}
        </>
      }
    >
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact label="Base address">
          <span className="font-mono text-xs">{connection.baseUrl}</span>
        </Fact>
        {connection.preEncounterUrl !== connection.baseUrl && (
          <Fact label="Pre-encounter address">
            <span className="font-mono text-xs">{connection.preEncounterUrl}</span>
          </Fact>
        )}
        {connection.clientId && (
          <Fact label="Client ID">
            <span className="font-mono text-xs">{connection.clientId}</span>
          </Fact>
        )}
        <Fact label={connection.authKind === 'api_key' ? 'API key' : 'Client secret'}>
          ends in <span className="font-mono text-xs">{connection.keyLastFour}</span>, fingerprint{' '}
          <span className="font-mono text-xs">{connection.keyFingerprint}</span>
          {isEmbedded && ' (from SANDBOX_API_KEY)'}
        </Fact>
        <Fact label="Last change">
          <LocalTime at={connection.changedAt} />
        </Fact>
      </dl>
      <p role="status" className="text-sm not-empty:mt-2">
        {tested && 'access' in tested && (
          <span className={tested.access === 'writes' ? 'text-green' : 'text-amber'}>
            The partner answered and takes this key. {accessWords[tested.access]}
          </span>
        )}
        {tested && 'failure' in tested && (
          <span className="text-red">{tested.failure.message}</span>
        )}
      </p>
      {isAsked && (
        <AskDialog
          title={`Disable ${name}?`}
          description="Nobody can make it active until it’s enabled again. Its key stays stored."
          verb="Disable"
          onDo={() => disable(true)}
          onClose={() => setAsked(false)}
        />
      )}
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words text-ink">{children}</dd>
    </>
  )
}
