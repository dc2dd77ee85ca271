'use client'
import { useRef, useState } from 'react'
import { environments } from '#components/frame/environments.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import {
  activatePartnerConnection,
  addPartnerConnection,
  rotatePartnerKey,
} from '#lib/actions/connections.ts'
import type { KeyAccess, ShownConnection } from '#lib/actions/settings.ts'
import type { Failure } from '#lib/core/result.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import type { useProof } from './proof.tsx'

type Asking = { ask: ReturnType<typeof useProof>['ask']; onClose: () => void }

function readOnlyWords(access: KeyAccess): string {
  return access === 'reads' ? ' It is read only: nothing can be saved with it.' : ''
}

/** Asks for a new connection, and stores it once the partner takes its key. */
export function AddDialog({
  ask,
  onClose,
  onDone,
}: Asking & { onDone: (message: string) => void }) {
  const [authKind, setAuthKind] = useState('api_key')
  const [name, setName] = useState('')
  const access = useRef<KeyAccess>('unknown')
  return (
    <FormDialog
      title="Add a connection"
      description="The key is tested with the partner first and then stored sealed. The connection isn’t used until you make it active."
      button="Test and add"
      busyWords="Testing the key…"
      send={async (values) => {
        const result = await ask(() =>
          addPartnerConnection(values as Parameters<typeof addPartnerConnection>[0]),
        )
        access.current = result.ok ? result.value.access : 'unknown'
        return result
      }}
      onDone={() => onDone(`${name.trim()} is added.${readOnlyWords(access.current)}`)}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          <Field label="Name" name="name" required error={complaint('name')}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={80}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field
            label="Environment"
            name="environment"
            hint="Shown as a colored strip on every page."
          >
            {(control) => (
              <Select {...control} defaultValue="production">
                {Object.entries(environments).map(([value, { word }]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Base address" name="base_url" required error={complaint('base_url')}>
            {(control) => <TextInput {...control} mono placeholder="https://" />}
          </Field>
          <Field
            label="Pre-encounter address"
            name="pre_encounter_url"
            hint="Leave it empty where it is the base address."
            error={complaint('pre_encounter_url')}
          >
            {(control) => <TextInput {...control} mono />}
          </Field>
          <Field label="Signs in with" name="auth_kind">
            {(control) => (
              <Select
                {...control}
                value={authKind}
                onChange={(event) => setAuthKind(event.currentTarget.value)}
              >
                <option value="api_key">API key</option>
                <option value="client_credentials">Client credentials</option>
              </Select>
            )}
          </Field>
          {authKind === 'client_credentials' && (
            <Field label="Client ID" name="client_id" required error={complaint('client_id')}>
              {(control) => <TextInput {...control} mono />}
            </Field>
          )}
          <KeyField
            label={authKind === 'api_key' ? 'API key' : 'Client secret'}
            error={complaint('key')}
          />
        </>
      )}
    </FormDialog>
  )
}

type RotateProps = Asking & { connection: ShownConnection; onDone: (message: string) => void }

/** Asks for a new key, and puts it in the place of the stored one once the partner takes it. */
export function RotateDialog({ connection, ask, onClose, onDone }: RotateProps) {
  const { id, name, authKind, clientId } = connection
  const access = useRef<KeyAccess>('unknown')
  return (
    <FormDialog
      title={`Rotate key of ${name}`}
      description="The new key is tested before the old one is given up. People go on working, and drafts stay."
      button="Test and rotate"
      busyWords="Testing the key…"
      send={async (values) => {
        const result = await ask(() =>
          rotatePartnerKey({ id, client_id: values.client_id, key: values.key ?? '' }),
        )
        access.current = result.ok ? result.value.access : 'unknown'
        return result
      }}
      onDone={() => onDone(`${name} uses the new key.${readOnlyWords(access.current)}`)}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          {authKind === 'client_credentials' && (
            <Field label="Client ID" name="client_id" required error={complaint('client_id')}>
              {(control) => <TextInput {...control} mono defaultValue={clientId ?? ''} />}
            </Field>
          )}
          <KeyField
            label={authKind === 'api_key' ? 'New API key' : 'New client secret'}
            error={complaint('key')}
          />
        </>
      )}
    </FormDialog>
  )
}

function KeyField({ label, error }: { label: string; error: string | undefined }) {
  return (
    <Field label={label} name="key" required error={error}>
      {(control) => (
        <TextInput {...control} mono type="password" autoComplete="off" data-1p-ignore="" />
      )}
    </Field>
  )
}

/** Confirms that everybody changes to another connection. */
export function ActivateDialog({
  connection,
  ask,
  onClose,
}: Asking & { connection: ShownConnection }) {
  const { id, name, environment } = connection
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [isReadOnly, setReadOnly] = useState(connection.isReadOnly)
  const activate = async () => {
    setBusy(true)
    const result = await ask(() => activatePartnerConnection({ id, read_only: isReadOnly }))
    if (result.ok) return location.reload()
    setBusy(false)
    // The test of this moment told it: the person decides knowing it.
    if (result.error.name === 'ReadOnlyKey') setReadOnly(true)
    else setFailure(result.error)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`Make ${name} active?`}
      description={`Everybody then works with ${name} (${environments[environment].word.toLowerCase()}). All others are signed out, and their drafts stay with the connection before.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={busy} onClick={() => void activate()}>
            {isReadOnly ? 'Make active, read only' : 'Make active'}
          </Button>
        </>
      }
    >
      <p role="status" className="text-sm text-amber not-empty:mb-2">
        {isReadOnly &&
          'The key of this connection is read only: nobody can save anything while it is active.'}
      </p>
      <p role="alert" className="text-sm text-red">
        {failure?.message}
      </p>
    </Dialog>
  )
}
