'use client'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { Change } from '#lib/rules/edit-changes.ts'
import { changesOf } from '#lib/rules/edit-changes.ts'
import type { DraftObject } from '#lib/rules/edit-data.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { ChangesPanel } from './changes-panel.tsx'
import type { LoadedCapture } from './loaded-capture.ts'

/** What the form would change now; the calling component is drawn anew with every edit, so keep it small. */
export function useLiveChanges(loaded: LoadedCapture, shape: ObjectShape): Change[] {
  const draft = useWatch() as DraftObject
  return useMemo(() => changesOf(loaded.base, shape, draft), [loaded, shape, draft])
}

/** The changes of the form as they are made. */
export function LiveChanges({ loaded, shape }: { loaded: LoadedCapture; shape: ObjectShape }) {
  return <ChangesPanel changes={useLiveChanges(loaded, shape)} />
}
