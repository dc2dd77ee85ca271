'use client'
import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { closesBy } from './closes-by.ts'
import { floatingStyle } from './floating-style.ts'

type MenuProps = {
  /** The button below which the menu opens. */
  anchor: HTMLElement
  onClose: () => void
  label: string
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
  children: ReactNode
}

const item =
  'flex h-8 cursor-default items-center gap-2 rounded-control px-2.5 text-sm outline-none select-none data-highlighted:bg-hover data-disabled:text-ink-3'

/**
 * An open menu: mount it to open, unmount it to close. Arrow keys move, letters jump, Escape
 * returns to where the menu was opened from.
 */
export function Menu({
  anchor,
  onClose,
  label,
  side = 'bottom',
  align = 'start',
  children,
}: MenuProps) {
  // A key of the page opens it from a row, Enter or a press from the anchor.
  const [opener] = useState(() => document.activeElement)
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!opener?.matches(':focus-visible')) return undefined
    // Opened by a key, Enter takes the first item.
    const frame = requestAnimationFrame(() =>
      popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [opener])
  const back = () =>
    opener instanceof HTMLElement && opener !== document.body && opener.isConnected
      ? opener
      : anchor
  return (
    <Base.Root open onOpenChange={closesBy(anchor, onClose)}>
      <Base.Portal>
        {/* A landmark of its own: outside the page's regions, a menu would belong to none. */}
        <Base.Positioner
          role="region"
          aria-label={label}
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            aria-label={label}
            ref={popup}
            finalFocus={back}
            className={classNames(floatingStyle, 'min-w-52 p-1')}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** One action of a menu. */
export function MenuItem({
  icon,
  onSelect,
  disabled,
  children,
}: {
  icon?: ReactNode
  onSelect: () => void
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <Base.Item className={item} disabled={disabled} onClick={onSelect}>
      {icon}
      {children}
    </Base.Item>
  )
}

type MenuChoiceProps<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** The heading of a menu: its title and a note. */
export function MenuHeading({ title, note }: { title: string; note: string }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1.5">
        <span className="block text-sm font-medium">{title}</span>
        <span className="block text-xs text-ink-3">{note}</span>
      </Base.GroupLabel>
    </Base.Group>
  )
}

/** A fact at the end of a menu. */
export function MenuNote({ children }: { children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-1 pb-1.5 text-2xs text-ink-3">
        {children}
      </Base.GroupLabel>
    </Base.Group>
  )
}

/** One of several choices, marked by a tick. The menu stays open, so that the effect is visible. */
export function MenuChoice<T extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<T>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-2xs font-medium text-ink-3">
        {label}
      </Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: T) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={item}>
            <span className="flex size-4 items-center justify-center">
              <Base.RadioItemIndicator>
                <Check aria-hidden="true" className="size-3.5 text-accent" />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

/** A hairline between groups. */
export function MenuSeparator() {
  return <Base.Separator className="mx-2 my-1 h-px bg-line" />
}
