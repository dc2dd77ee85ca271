'use client'
import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { useFormContext, type UseFormReturn } from 'react-hook-form'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'

/** Milliseconds without typing before values derived from the whole form are computed. */
const rest = 120
/** Milliseconds of typing without a pause after which they are computed anyway. */
const longest = 500

/** `replaced` says that the form was filled anew (after a save, on discarding), not edited. */
type Listener = (draft: DraftObject, replaced: boolean) => void
type Form = Pick<UseFormReturn, 'control' | 'subscribe' | 'getValues'>
type Pulse = { read: () => DraftObject; listen: (listener: Listener, delay: number) => () => void }

const pulses = new WeakMap<Form['control'], Pulse>()

/**
 * Calls back with a copy of the whole form once its edits have rested for `delay` ms, while typing
 * goes on at the latest half a second (or `delay`, if longer) after the first of them, and at once
 * when the form is filled anew. This is the one way to follow a whole form: a component that
 * watches it is drawn with every key pressed. Each callback runs in a task of its own, so that a
 * key waits for one of them at most. What is sent is never taken from here: a save reads the form
 * itself, which knows the last keystroke too.
 */
export function useFormPulse(callback: Listener, delay: number = rest): void {
  const pulse = usePulse()
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  useEffect(
    () => pulse.listen((draft, replaced) => latest.current(draft, replaced), delay),
    [pulse, delay],
  )
}

/**
 * The form as it was when its edits last rested: one copy that all who ask share. Drawing what
 * follows from it gives way to typing.
 */
export function useSettledDraft(): DraftObject {
  const pulse = usePulse()
  const [draft, setDraft] = useState(pulse.read)
  useFormPulse((next, replaced) =>
    replaced ? setDraft(next) : startTransition(() => setDraft(next)),
  )
  return draft
}

function usePulse(): Pulse {
  const { control, subscribe, getValues } = useFormContext()
  return useMemo(() => pulseOf({ control, subscribe, getValues }), [control, subscribe, getValues])
}

function pulseOf(form: Form): Pulse {
  const pulse = pulses.get(form.control) ?? createPulse(form)
  pulses.set(form.control, pulse)
  return pulse
}

/**
 * `since` and `last` are the times of the first and the last edit that the listener has not heard
 * of.
 */
type Waiting = {
  listener: Listener
  delay: number
  since?: number
  last?: number
  timer?: ReturnType<typeof setTimeout>
}

function createPulse({ subscribe, getValues }: Form): Pulse {
  const waiting = new Set<Waiting>()
  let copy: DraftObject | undefined
  let stop: (() => void) | undefined
  const read = () => (copy ??= structuredClone(getValues()) as DraftObject)
  const run = (one: Waiting, replaced: boolean) => {
    clearTimeout(one.timer)
    one.timer = undefined
    one.since = undefined
    one.listener(read(), replaced)
  }
  // A key only notes when it was: the timer that runs already looks again for how long typing has
  // rested.
  const wait = (one: Waiting, now: number) => {
    one.since ??= now
    one.last = now
    one.timer ??= setTimeout(() => look(one), one.delay)
  }
  const look = (one: Waiting) => {
    const due = Math.min(one.last! + one.delay, one.since! + Math.max(longest, one.delay))
    const left = due - performance.now()
    if (left <= 0) run(one, false)
    else one.timer = setTimeout(() => look(one), left)
  }
  const start = () =>
    subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        copy = undefined
        const now = performance.now()
        // Only a form that is filled anew names no field.
        for (const one of waiting) {
          if (name === undefined) run(one, true)
          else wait(one, now)
        }
      },
    })
  return {
    read,
    listen(listener, delay) {
      const one: Waiting = { listener, delay }
      waiting.add(one)
      stop ??= start()
      return () => {
        clearTimeout(one.timer)
        waiting.delete(one)
        if (waiting.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
