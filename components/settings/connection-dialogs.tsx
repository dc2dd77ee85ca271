'use client'
import { useState } from 'react'
import { environments } from '#components/frame/environments.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { activatePartnerConnection, addPartnerConnection, rotatePartnerKey } from '#lib/actions/connections.ts'
import type { ShownConnection } from '#lib/actions/replies.ts'
import type { Failure } from '#lib/core/result.ts'
import { answerOf } from '#components/frame/answer.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'

/** Asks for a new connection, and stores it once the partner takes its key. */
export function AddDialog({ onClose, onDone }: { onClose: () => void; onDone: (message: string) => void }) {
  const [authKind, setAuthKind] = useState('api_key')
  const [name, setName] = useState('')
  return (
    <FormDialog
      title="Add a connection"
      description="The key is tested with the partner first and then stored sealed. The connection isn’t used until you make it active."
      button="Test and add"
      busyWords="Testing the key…"
      send={(values) => answerOf(addPartnerConnection(values))}
      onDone={() => onDone(`${name.trim()} is added.`)}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          <Field label="Name" name="name" required error={complaint('name')}>
            {(control) => (
              <TextInput {...control} maxLength={80} onChange={(event) => setName(event.currentTarget.value)} />
            )}
          </Field>
          <Field label="Environment" name="environment" hint="Its colour is on every page.">
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
              <Select {...control} value={authKind} onChange={(event) => setAuthKind(event.currentTarget.value)}>
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
          <KeyField label={authKind === 'api_key' ? 'API key' : 'Client secret'} error={complaint('key')} />
        </>
      )}
    </FormDialog>
  )
}

type RotateProps = { connection: ShownConnection; onClose: () => void; onDone: (message: string) => void }

/** Asks for a new key, and puts it in the place of the stored one once the partner takes it. */
export function RotateDialog({ connection, onClose, onDone }: RotateProps) {
  const { id, name, authKind, clientId } = connection
  return (
    <FormDialog
      title={`Rotate key of ${name}`}
      description="The new key is tested before the old one is given up. People go on working, and drafts stay."
      button="Test and rotate"
      busyWords="Testing the key…"
      send={(values) => answerOf(rotatePartnerKey({ id, ...values }))}
      onDone={() => onDone(`${name} uses the new key.`)}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          {authKind === 'client_credentials' && (
            <Field label="Client ID" name="client_id" required error={complaint('client_id')}>
              {(control) => <TextInput {...control} mono defaultValue={clientId ?? ''} />}
            </Field>
          )}
          <KeyField label={authKind === 'api_key' ? 'New API key' : 'New client secret'} error={complaint('key')} />
        </>
      )}
    </FormDialog>
  )
}

function KeyField({ label, error }: { label: string; error: string | undefined }) {
  return (
    <Field label={label} name="key" required error={error}>
      {(control) => <TextInput {...control} mono type="password" autoComplete="off" data-1p-ignore="" />}
    </Field>
  )
}

/** Confirms that everybody changes to another connection. */
export function ActivateDialog({ connection, onClose }: { connection: ShownConnection; onClose: () => void }) {
  const { id, name, environment } = connection
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const activate = async () => {
    setBusy(true)
    const result = await answerOf(activatePartnerConnection({ id }))
    if (result.ok) return location.reload()
    setBusy(false)
    setFailure(result.error)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Make ${name} active?`}
      description={`Everybody then works with ${name} (${environments[environment].word.toLowerCase()}). All others are signed out, and their drafts stay with the connection before.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={busy} onClick={() => void activate()}>
            Make active
          </Button>
        </>
      }
    >
      <p role="alert" className="text-sm text-red">
        {failure?.message}
      </p>
    </Dialog>
  )
}
