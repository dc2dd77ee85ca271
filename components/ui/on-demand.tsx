'use client'
import { createElement, Suspense, use, useState, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { useKeyHold } from '#components/frame/keys/use-key-hold.ts'
import { isFileGone } from '#components/frame/new-version.tsx'
import { Button } from './button.tsx'

type Options<Props> = {
  /**
   * The page shows this part by itself. Nobody asked for it, so plain keys go on working meanwhile.
   */
  isPart?: boolean
  /** What closing it calls; `onClose` unless set. */
  leave?: (props: Props) => void
}

/**
 * A component whose code is fetched when it is first shown, for parts that a person opens:
 * `onDemand(() => import('./menu.tsx').then((module) => module.Menu))`. It renders nothing until
 * the code is there, and until then a key meant for it does nothing on the page. A part that cannot
 * be fetched says so and offers another try; the page stays as it is.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isPart = false, leave }: Options<Props> = {},
): ComponentType<Props> {
  let coming: Promise<ComponentType<Props> | undefined> | undefined
  const fetched = () =>
    (coming ??= load().catch(async () => {
      // Whoever asks next fetches it anew.
      coming = undefined
      // After a deployment the file may be gone: render nothing while the frame reloads the page,
      // or offers to.
      return (await isFileGone()) ? () => null : undefined
    }))
  function Fetched({ from, onAgain, ...rest }: FetchedProps<Props>) {
    const Part = use(from)
    const [isClosed, setClosed] = useState(false)
    if (Part) return createElement(Part, rest.props)
    if (isClosed) return null
    const close = leave ?? ('onClose' in rest.props ? closeOf : undefined)
    return (
      <NotFetched
        isPart={isPart}
        onAgain={onAgain}
        onClose={
          close &&
          (() => {
            setClosed(true)
            close(rest.props)
          })
        }
      />
    )
  }
  return function OnDemand(props: Props) {
    const [from, setFrom] = useState(fetched)
    return (
      <Suspense fallback={isPart ? null : <Coming />}>
        <Fetched from={from} props={props} onAgain={() => setFrom(fetched)} />
      </Suspense>
    )
  }
}

type FetchedProps<Props> = {
  from: Promise<ComponentType<Props> | undefined>
  props: Props
  onAgain: () => void
}

function closeOf(props: { onClose?: unknown }): void {
  if (typeof props.onClose === 'function') props.onClose()
}

function Coming() {
  useKeyHold(true)
  return null
}

type NotFetchedProps = {
  isPart: boolean
  onAgain: () => void
  onClose: (() => void) | undefined
}

function NotFetched({ isPart, onAgain, onClose }: NotFetchedProps) {
  // Inside the dialog that asked for it: a press elsewhere would close that one.
  const [place] = useState(
    () => document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body,
  )
  const note = (
    <div
      role="alert"
      className={
        isPart
          ? 'flex flex-wrap items-center gap-3 p-3 text-sm'
          : 'fixed top-1 left-1/2 z-70 flex -translate-x-1/2 items-center gap-3 rounded-card border border-line bg-raised px-4 py-2.5 text-sm text-ink shadow-float'
      }
    >
      <p>This couldn’t be loaded. Check your connection, then try again.</p>
      <Button size="small" tone={isPart ? 'plain' : 'primary'} onClick={onAgain}>
        Try again
      </Button>
      {onClose && (
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      )}
    </div>
  )
  return isPart ? note : createPortal(note, place)
}
