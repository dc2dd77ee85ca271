'use client'
import { useState } from 'react'
import { encode } from 'uqr'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { TextInput } from '#components/ui/text-input.tsx'
import { showToast } from '#components/ui/toast.tsx'
import {
  addPasskey,
  changeOwnName,
  changeOwnPassword,
  confirmApp,
  endOwnSessions,
  newRecoveryCodes,
  removePasskey,
  renamePasskey,
  startApp,
  startPasskey,
  turnOffApp,
} from '#lib/actions/account.ts'
import type { OwnAccount } from '#lib/actions/settings.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import { fail, type Result } from '#lib/core/result.ts'
import { answerOf } from '#components/frame/answer.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'

type Ways = {
  onClose: () => void
  onDone: (message: string) => void
  /** False for an account that signs in another way: nothing then asks for a password. */
  hasPassword: boolean
}
type Passkey = OwnAccount['passkeys'][number]
type Session = OwnAccount['sessions'][number]
type PasswordProps = {
  name?: string
  label?: string
  isNew?: boolean
  hint?: string
  error: string | undefined
}

function PasswordField({
  name = 'password',
  label = 'Your password',
  isNew = false,
  hint,
  error,
}: PasswordProps) {
  return (
    <Field label={label} name={name} required hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
        />
      )}
    </Field>
  )
}

/** Asks for the own name. */
export function NameDialog({ name, onClose, onDone }: Ways & { name: string }) {
  return (
    <FormDialog
      title="Change your name"
      description="Colleagues see it beside what you do."
      button="Change name"
      busyWords="Changing…"
      send={(values) => changeOwnName({ name: values.name ?? '' })}
      onDone={() => onDone('Your name is changed.')}
      onClose={onClose}
    >
      {(complaint) => (
        <Field label="Name" name="name" required error={complaint('name')}>
          {(control) => (
            <TextInput {...control} autoComplete="name" maxLength={200} defaultValue={name} />
          )}
        </Field>
      )}
    </FormDialog>
  )
}

/** Asks for the current password and a new one. */
export function PasswordDialog({ onClose, onDone }: Ways) {
  return (
    <FormDialog
      title="Change your password"
      description="Every other browser is signed out."
      button="Change password"
      busyWords="Changing…"
      send={({ current = '', next = '' }) => changeOwnPassword({ current, next })}
      onDone={() => onDone('Your password is changed.')}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          <PasswordField name="current" label="Current password" error={complaint('current')} />
          <PasswordField
            name="next"
            label="New password"
            isNew
            hint="At least 12 characters."
            error={complaint('next')}
          />
        </>
      )}
    </FormDialog>
  )
}

/**
 * Sets up an authenticator app: the password, then the picture to scan with a first code, then the
 * recovery codes.
 */
export function AppDialog({ onClose, onDone, hasPassword }: Ways) {
  const [made, setMade] = useState<ReplyOf<typeof startApp>>()
  const [isConfirmed, setIsConfirmed] = useState(false)
  const done = () => onDone('Your authenticator app is set up. Every other browser is signed out.')
  if (!made)
    return (
      <FormDialog
        title="Set up an authenticator app"
        description="You need an app such as Google Authenticator, 1Password or Aegis on your phone."
        button="Continue"
        busyWords="Checking…"
        send={async (values) => {
          const result = await startApp({ password: values.password ?? '' })
          if (result.ok) setMade(result.value)
          return result
        }}
        onDone={() => {}}
        onClose={onClose}
      >
        {(complaint) => hasPassword && <PasswordField error={complaint('password')} />}
      </FormDialog>
    )
  if (isConfirmed) return <CodesShown codes={made.recovery_codes} onClose={done} />
  return (
    <FormDialog
      key="confirm"
      title="Scan this picture with your app"
      description="Then enter the six digits that the app shows."
      button="Confirm"
      busyWords="Checking…"
      send={({ code = '' }) => confirmApp({ code })}
      onDone={() => setIsConfirmed(true)}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          <QrCode text={made.uri} />
          <div className="text-sm">
            <p id="app-key" className="text-xs font-medium text-ink-2">
              Or type this key into the app
            </p>
            <p
              aria-labelledby="app-key"
              role="group"
              className="mt-1 font-mono break-words select-all"
            >
              {inFours(made.secret)}
            </p>
          </div>
          <Field label="Code" name="code" required error={complaint('code')}>
            {(control) => (
              <TextInput
                {...control}
                mono
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={7}
              />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}

// Easier to type; apps ignore the blanks.
function inFours(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}

// Always dark on white with a quiet edge: scanners need it, also in the dark look.
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2, ecc: 'L' })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label="The key as a QR code"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-control border border-line"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}

/**
 * Recovery codes, shown once: to be copied or saved. Only its button closes it, so that no key
 * loses them.
 */
function CodesShown({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ tone: 'green', message: 'The recovery codes are copied.' })
    } catch {
      showToast({
        tone: 'amber',
        message: 'The browser blocked copying. Select the codes and copy them.',
      })
    }
  }
  return (
    <Dialog
      open
      title="Keep your recovery codes"
      description="They are shown only now. Without your phone, each lets you in once."
      actions={
        <>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button
            onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
          >
            Download
          </Button>
          <Button tone="primary" onClick={onClose}>
            I’ve kept them
          </Button>
        </>
      }
    >
      <ul aria-label="Recovery codes" className="flex flex-col gap-1.5 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Asks for the password, then shows ten new recovery codes once. */
export function CodesDialog({ onClose, onDone, hasPassword }: Ways) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes)
    return (
      <CodesShown codes={codes} onClose={() => onDone('The old recovery codes no longer work.')} />
    )
  return (
    <FormDialog
      title="Make new recovery codes"
      description="The codes that you have now stop working."
      button="Make new codes"
      busyWords="Making the codes…"
      send={async (values) => {
        const result = await newRecoveryCodes({ password: values.password ?? '' })
        if (result.ok) setCodes(result.value)
        return result
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(complaint) => hasPassword && <PasswordField error={complaint('password')} />}
    </FormDialog>
  )
}

/** Asks for the password, then turns the authenticator app off. */
export function TurnOffDialog({ onClose, onDone, hasPassword }: Ways) {
  return (
    <FormDialog
      title="Turn off the authenticator app"
      description="Its recovery codes stop working, and every other browser is signed out."
      button="Turn off"
      busyWords="Turning off…"
      send={(values) => turnOffApp({ password: values.password ?? '' })}
      onDone={() => onDone('Your authenticator app is turned off.')}
      onClose={onClose}
    >
      {(complaint) => hasPassword && <PasswordField error={complaint('password')} />}
    </FormDialog>
  )
}

/** Asks for a name and the password, then lets the browser make a passkey. */
export function AddPasskeyDialog({ onClose, onDone, hasPassword }: Ways) {
  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser then asks for your finger, face or PIN. Every other browser is signed out."
      button="Add passkey"
      busyWords="Waiting for the browser…"
      send={({ name = '', password = '' }) => makePasskey(name, password)}
      onDone={() => onDone('The passkey is added.')}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          <Field
            label="Name"
            name="name"
            required
            hint="Where it is, such as “Work laptop”."
            error={complaint('name')}
          >
            {(control) => <TextInput {...control} maxLength={80} />}
          </Field>
          {hasPassword && <PasswordField error={complaint('password')} />}
        </>
      )}
    </FormDialog>
  )
}

async function makePasskey(name: string, password: string): Promise<Result<unknown>> {
  if (name.trim() === '') {
    const message = 'Enter a name.'
    return fail('InvalidInput', message, { issues: [{ path: 'name', message }] })
  }
  const asked = await answerOf(startPasskey({ password }))
  if (!asked.ok) return asked
  try {
    const { startRegistration } = await import('@simplewebauthn/browser')
    const response = await startRegistration({ optionsJSON: asked.value })
    return await answerOf(
      addPasskey({ name, response: { ...response, response: { ...response.response } } }),
    )
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    return fail(
      'InvalidInput',
      isKnown
        ? 'This device has a passkey for your account already.'
        : 'No passkey was made. Try again.',
    )
  }
}

/** Asks for a passkey's new name. */
export function RenamePasskeyDialog({ passkey, onClose, onDone }: Ways & { passkey: Passkey }) {
  return (
    <FormDialog
      title={`Rename ${passkey.name}`}
      description="The name helps you to tell your passkeys apart."
      button="Rename"
      busyWords="Renaming…"
      send={(values) => renamePasskey({ id: passkey.id, name: values.name ?? '' })}
      onDone={() => onDone('The passkey is renamed.')}
      onClose={onClose}
    >
      {(complaint) => (
        <Field label="Name" name="name" required error={complaint('name')}>
          {(control) => <TextInput {...control} maxLength={80} defaultValue={passkey.name} />}
        </Field>
      )}
    </FormDialog>
  )
}

/** Asks for the password, then removes a passkey. */
export function RemovePasskeyDialog({
  passkey,
  onClose,
  onDone,
  hasPassword,
}: Ways & { passkey: Passkey }) {
  return (
    <FormDialog
      title={`Remove ${passkey.name}`}
      description="It no longer signs you in. Delete it on your device too. Every other browser is signed out."
      button="Remove"
      busyWords="Removing…"
      send={(values) => removePasskey({ id: passkey.id, password: values.password ?? '' })}
      onDone={() => onDone('The passkey is removed.')}
      onClose={onClose}
    >
      {(complaint) => hasPassword && <PasswordField error={complaint('password')} />}
    </FormDialog>
  )
}

/** Asks for the password, then signs one other browser out, or without `session` all others. */
export function EndSessionsDialog({
  session,
  onClose,
  onDone,
  hasPassword,
}: Ways & { session: Session | undefined }) {
  return (
    <FormDialog
      title={session ? `Sign out ${session.browser}` : 'Sign out all other browsers'}
      description={
        session
          ? `It is signed in from ${session.address}.`
          : 'Only this browser stays signed in to your account.'
      }
      button="Sign out"
      busyWords="Signing out…"
      send={({ password = '' }) =>
        endOwnSessions(session ? { id: session.id, password } : { others: true, password })
      }
      onDone={() =>
        onDone(session ? 'That browser is signed out.' : 'Every other browser is signed out.')
      }
      onClose={onClose}
    >
      {(complaint) => hasPassword && <PasswordField error={complaint('password')} />}
    </FormDialog>
  )
}
