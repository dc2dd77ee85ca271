'use client'
import { lazy, Suspense, type ComponentType } from 'react'

/**
 * A component whose code is fetched when it is first shown: for what a person opens, never for the first paint.
 * `onDemand(() => import('./menu.tsx').then((module) => module.Menu))`; nothing stands in its place meanwhile.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
