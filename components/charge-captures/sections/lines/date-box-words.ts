'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** How the browser writes a local date into a date box: by its own language, which the server's page cannot know. */
export function useDateBoxWords(): (date: string) => string {
  const isKnown = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isKnown ? asHere : asInTheStates
}

let here: Intl.DateTimeFormat | undefined

function asHere(date: string): string {
  here ??= new Intl.DateTimeFormat(undefined, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' })
  return here.format(new Date(`${date}T00:00:00Z`))
}

function asInTheStates(date: string): string {
  const [year, month, day] = date.split('-')
  return `${month}/${day}/${year}`
}
