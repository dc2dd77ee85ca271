'use client'
import { useEffect } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { Failure } from '#lib/core/result.ts'
import { createStore } from './store.ts'
import { unsavedForm } from './unsaved-form.ts'
import { useStore } from './use-store.ts'

const isNoteShown = createStore(false)
let isReloading = false
let missingFile: Promise<boolean> = Promise.resolve(false)

// A reload that did not help is not repeated. A deployment later in the same tab is met with a reload again.
const reloadsApartMs = 600_000
const reloadedAtKey = 'reloaded-for-new-version'

/**
 * Call it with a failure that was thrown by an action. Does something only where the server does not know the action,
 * because this page belongs to an earlier build: stores the draft and reloads the page once. With `mayReload` false, or
 * where changes would be lost, a note offers the reload instead.
 */
export function noteNewVersion({ name }: Pick<Failure, 'name'>, { mayReload = true } = {}): void {
  if (name !== 'NewVersion') return
  if (mayReload) void reloadOnce()
  else isNoteShown.set(true)
}

/** True when the file of code that just failed to load is gone from the server, so that the page will reload or say so. */
export function isFileGone(): Promise<boolean> {
  return missingFile
}

/** Watches for files of code that the server no longer has, and shows the note about a new version. */
export function NewVersion() {
  const isShown = useStore(isNoteShown)
  useEffect(() => {
    // The error of an element that cannot load its file does not bubble.
    addEventListener('error', onError, true)
    return () => removeEventListener('error', onError, true)
  }, [])
  return (
    <div role="status" className="fixed top-1 left-1/2 z-70 -translate-x-1/2">
      {isShown && (
        <p className="flex items-center gap-3 rounded-card border border-line bg-raised px-4 py-2.5 text-sm shadow-float">
          A new version is here.
          <Button tone="primary" size="small" onClick={() => void reload()}>
            Reload
          </Button>
        </p>
      )}
    </div>
  )
}

function onError({ target }: Event): void {
  const file =
    target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : undefined
  if (!file?.startsWith(`${location.origin}/_next/static/`)) return
  missingFile = missingFile.then((isMissing) => isMissing || isGone(file))
  const form = unsavedForm.read()
  // A part of the page that needs the file may take the form with it: store its draft now.
  void form?.isKept()
  void missingFile.then((isMissing) => (isMissing ? reloadOnce(form) : undefined))
}

// A server that is away, or a connection that broke, is no new version.
async function isGone(file: string): Promise<boolean> {
  try {
    return (await fetch(file, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}

async function reloadOnce(form = unsavedForm.read()): Promise<void> {
  if (isReloading) return
  isReloading = true
  const isSafe = form?.unsaved() !== 'page' && (await form?.isKept()) !== false
  if (!isSafe || !takeTurn()) {
    isReloading = false
    return isNoteShown.set(true)
  }
  form?.release()
  location.reload()
}

async function reload(): Promise<void> {
  const form = unsavedForm.read()
  if (!form) return location.reload()
  // Changes that are in this page alone: the form asks first.
  if (!(await form.isKept())) return form.ask(() => location.reload())
  form.release()
  location.reload()
}

function takeTurn(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAtKey)) < reloadsApartMs) return false
    sessionStorage.setItem(reloadedAtKey, String(Date.now()))
    return true
  } catch {
    // Without storage nobody knows whether the page was reloaded already.
    return false
  }
}
