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

// If the page was reloaded within this time, another reload would not help: show the note.
const reloadsApartMs = 600_000
const reloadedAtKey = 'reloaded-for-new-version'

/**
 * Call it with a failure thrown by an action. If the server does not know the action, because this
 * page belongs to an earlier build, it stores the draft and reloads the page once. With `mayReload`
 * false, or if changes would be lost, a note offers the reload instead.
 */
export function reportNewVersion({ name }: Pick<Failure, 'name'>, { mayReload = true } = {}): void {
  if (name !== 'NewVersion') return
  if (mayReload) void reloadOnce()
  else isNoteShown.set(true)
}

/**
 * True if the code file that failed to load is gone from the server; the page then reloads or shows
 * the note.
 */
export function isFileGone(): Promise<boolean> {
  return missingFile
}

/** Watches for code files that the server no longer has, and shows the note about a new version. */
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
    target instanceof HTMLScriptElement
      ? target.src
      : target instanceof HTMLLinkElement
        ? target.href
        : undefined
  if (!file?.startsWith(`${location.origin}/_next/static/`)) return
  missingFile = missingFile.then((isMissing) => isMissing || isGone(file))
  const form = unsavedForm.read()
  // React may unmount the form with the part that needs the file: store its draft now.
  void form?.isKept()
  void missingFile.then((isMissing) => (isMissing ? reloadOnce(form) : undefined))
}

// An unreachable server or a broken connection is not a new version.
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
  // The page has changes that are not stored: ask first.
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
    // Without storage we cannot know whether the page was already reloaded.
    return false
  }
}
