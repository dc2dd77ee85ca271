'use client'
import { useCallback, useState } from 'react'

const reachable = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * Makes an element that scrolls a stop of the Tab key, while it hides something and holds nothing
 * that takes the focus: its arrows then show the rest. Spread the answer on the element.
 */
export function useScrollStop(): {
  ref: (element: HTMLElement | null) => (() => void) | undefined
  tabIndex: 0 | undefined
} {
  const [isStop, setStop] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const look = () => {
      const isCut =
        element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
      setStop(isCut && element.querySelector(reachable) === null)
    }
    const watch = new ResizeObserver(look)
    watch.observe(element)
    for (const child of element.children) watch.observe(child)
    return () => watch.disconnect()
  }, [])
  return { ref, tabIndex: isStop ? 0 : undefined }
}
