'use client'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import {
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useKeyHold } from '#components/frame/keys/use-key-hold.ts'
import { buttonStyle } from './button-style.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { firstField, useFieldToCome } from './first-field.ts'
import { useScrollStop } from './use-scroll-stop.ts'

type DialogProps = {
  open: boolean
  /** Omit it for a dialog that cannot be dismissed: it has no cross, and Escape does nothing. */
  onOpenChange?: (open: boolean) => void
  /** Hides the page behind the dialog completely. */
  isCover?: boolean
  title: string
  description?: ReactNode
  /** The row of buttons at the foot. */
  actions?: ReactNode
  width?: 'narrow' | 'normal' | 'wide'
  /**
   * The element that gets the focus when the dialog opens. By default it is the first field; in a
   * question without a field the foot's first button that does nothing; and without either the
   * dialog.
   */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null | undefined)
  children?: ReactNode
}

const widths = { narrow: 'w-100', normal: 'w-130', wide: 'w-180' }

/**
 * A modal dialog: focus goes in, stays in, and returns to the opener. Escape, the cross and a press
 * outside close it, and ask before typed text is lost with it; Ctrl+Enter (on a Mac Cmd+Enter) presses its main button. The page's plain keys rest while it
 * is open, and letters for half a second after. Load it with `onDemand`: no page needs it at once.
 */
export function Dialog({
  open,
  onOpenChange,
  isCover = false,
  title,
  description,
  actions,
  width = 'normal',
  initialFocus,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const scrollStop = useScrollStop()
  useKeyHold(open, { andAfter: true })
  const foot = useRef<HTMLElement>(null)
  const fallback = useRef<HTMLElement>(null)
  useFieldToCome(popup, fallback, open)
  // Never the cross: the first blank of a sentence would close the dialog, and the rest would press
  // the page's keys. Never the main button either: a blank would press it, and Ctrl+Enter does from
  // anywhere.
  const begin = () => {
    const wanted = typeof initialFocus === 'function' ? initialFocus() : initialFocus?.current
    const field = wanted ?? firstField(popup.current)
    fallback.current = field ? null : (safeButton(foot.current) ?? popup.current)
    return field ?? fallback.current
  }
  const { note, isTyped } = useTypedText()
  const [isAsking, setAsking] = useState(false)
  const back = useRef<Element>(null)
  const change = (next: boolean) => {
    if (next || !onOpenChange || !isTyped()) return onOpenChange?.(next)
    back.current ??= document.activeElement
    // Escape keeps the text too.
    if (isAsking) keep()
    else setAsking(true)
  }
  const keep = () => {
    setAsking(false)
    if (back.current instanceof HTMLElement) back.current.focus()
    back.current = null
  }
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop
          className={classNames(
            'fixed inset-0 z-40 transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0',
            isCover ? 'bg-ground' : 'bg-scrim',
          )}
        />
        <Base.Popup
          ref={popup}
          initialFocus={begin}
          onKeyDown={pressMain}
          onFocus={note}
          className={classNames(
            'fixed top-[12dvh] left-1/2 z-50 flex max-h-[76dvh] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-card bg-raised text-ink shadow-float transition-opacity duration-100 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0',
            widths[width],
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 grow">
              <Base.Title className="text-base font-semibold">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-0.5 text-sm text-ink-2">
                  {description}
                </Base.Description>
              )}
            </div>
            {onOpenChange && (
              <Base.Close
                aria-label="Close"
                title="Close (Esc)"
                className={buttonStyle('quiet', 'small', '-mr-1.5 w-6.5 px-0!')}
              >
                <X aria-hidden="true" className="size-4" />
              </Base.Close>
            )}
          </header>
          <div
            {...scrollStop}
            className="min-h-0 grow overflow-y-auto px-5 pb-5 outline-offset-[-2px]"
          >
            {children}
          </div>
          {isAsking && (
            <div
              role="alert"
              className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3 text-sm"
            >
              <p className="mr-auto font-medium">Discard what you typed?</p>
              <Button onClick={() => onOpenChange?.(false)}>Discard</Button>
              <Button ref={focusIt} onClick={keep}>
                Go on typing
              </Button>
            </div>
          )}
          {actions && (
            <footer
              ref={foot}
              hidden={isAsking}
              className="flex justify-end gap-2 border-t border-line px-5 py-3 [&[hidden]]:hidden"
            >
              {actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Ctrl+Enter means "do it", from every field of the dialog; the page behind never gets it. */
function pressMain(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, target, key, ctrlKey, metaKey, repeat } = event
  // A dialog opened from this one is its child for React only.
  const isMine = target instanceof Node && currentTarget.contains(target)
  if (key !== 'Enter' || !(ctrlKey || metaKey) || !isMine || event.defaultPrevented) return
  event.preventDefault()
  if (!repeat) mainButton(currentTarget)?.click()
}

const focusIt = (button: HTMLElement | null) => button?.focus()

/** Whether somebody typed text into a box since it had the focus first. */
function useTypedText() {
  const first = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>())
  const note = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    const isText =
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && target.type === 'text')
    if (isText && currentTarget.contains(target) && !first.current.has(target))
      first.current.set(target, target.value)
  }
  const isTyped = () =>
    [...first.current].some(
      ([box, text]) =>
        box.isConnected &&
        // A date that is half typed has no value.
        (box.validity.customError || (box.value !== text && box.value.trim() !== '')),
    )
  return { note, isTyped }
}

function safeButton(foot: HTMLElement | null): HTMLButtonElement | null | undefined {
  return foot?.querySelector<HTMLButtonElement>(
    'button:not([data-tone="primary"], [data-tone="danger"]):enabled',
  )
}

// The dialog's one button of the main tone, else the one that warns.
function mainButton(within: HTMLElement): HTMLButtonElement | undefined {
  const shown = (tone: string) =>
    [...within.querySelectorAll<HTMLButtonElement>(`button[data-tone="${tone}"]:enabled`)].findLast(
      (button) => button.checkVisibility(),
    )
  return shown('primary') ?? shown('danger')
}
