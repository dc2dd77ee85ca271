'use client'
import { lazy, Suspense, type ComponentType } from 'react'
import { useKeyHold } from '#components/frame/keys/use-key-hold.ts'
import { isFileGone } from '#components/frame/new-version.tsx'

type Options = {
  /**
   * The page shows this part by itself. Nobody asked for it, so plain keys go on working meanwhile.
   */
  isPart?: boolean
}

/**
 * A component whose code is fetched when it is first shown, for parts that a person opens:
 * `onDemand(() => import('./menu.tsx').then((module) => module.Menu))`. It renders nothing until
 * the code is there, and until then a key meant for it does nothing on the page.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isPart = false }: Options = {},
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load().catch(nothingIfGone) }))
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={isPart ? null : <Coming />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

function Coming() {
  useKeyHold(true)
  return null
}

// After a deployment the file may be gone: render nothing while the frame reloads the page, or
// offers to.
async function nothingIfGone(error: unknown): Promise<ComponentType> {
  if (await isFileGone()) return () => null
  throw error
}
