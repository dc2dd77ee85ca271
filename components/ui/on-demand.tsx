'use client'
import { lazy, Suspense, type ComponentType } from 'react'
import { isFileGone } from '#components/frame/new-version.tsx'

/**
 * A component whose code is fetched when it is first shown, for parts that a person opens: `onDemand(() =>
 * import('./menu.tsx').then((module) => module.Menu))`. It renders nothing until the code is there.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load().catch(nothingIfGone) }))
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

// After a deployment the file may be gone: render nothing while the frame reloads the page, or offers to.
async function nothingIfGone(error: unknown): Promise<ComponentType> {
  if (await isFileGone()) return () => null
  throw error
}
