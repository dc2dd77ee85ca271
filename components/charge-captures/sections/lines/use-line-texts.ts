'use client'
import { useCallback, useSyncExternalStore } from 'react'
import { useFormContext, type UseFormReturn } from 'react-hook-form'
import { columnNames, linesAt } from './line-columns.ts'

// No text of a cell holds it.
const between = '\0'

type Form = Pick<UseFormReturn, 'control' | 'subscribe'>
type News = { listen: (line: string, listener: () => void) => () => void }

const newsOf = new WeakMap<Form['control'], News>()

/**
 * The texts of a line's cells in column order, also after changes by code. The caller renders only
 * when one changes.
 */
export function useLineTexts(path: string): readonly string[] {
  const { control, subscribe, getValues } = useFormContext()
  const listen = useCallback(
    (listener: () => void) => {
      const news = newsOf.get(control) ?? createNews({ subscribe })
      newsOf.set(control, news)
      return news.listen(path, listener)
    },
    [control, subscribe, path],
  )
  const read = () =>
    columnNames
      .map((name) => (getValues(`${path}.${name}`) as string | undefined) ?? '')
      .join(between)
  return useSyncExternalStore(listen, read, read).split(between)
}

// One subscription for all lines: the form calls each subscriber on each key.
function createNews({ subscribe }: Pick<Form, 'subscribe'>): News {
  const listeners = new Map<string, () => void>()
  let stop: (() => void) | undefined
  const hear = (name: string | undefined) => {
    const line =
      name === undefined ? undefined : new RegExp(`^${linesAt}\\.\\d+(?=\\.)`).exec(name)?.[0]
    if (line !== undefined) listeners.get(line)?.()
    else if (name === undefined || linesAt.startsWith(name))
      for (const listener of listeners.values()) listener()
  }
  return {
    listen(line, listener) {
      listeners.set(line, listener)
      stop ??= subscribe({ formState: { values: true }, callback: ({ name }) => hear(name) })
      return () => {
        if (listeners.get(line) === listener) listeners.delete(line)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
