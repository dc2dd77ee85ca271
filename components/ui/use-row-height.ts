'use client'
import { useLayoutEffect, useState } from 'react'

const compact = 35

/**
 * The height of one row in pixels: the value of `--row-h` at the person's density and text size. It
 * follows a change of density. Before the first measurement it is the height of the compact
 * density.
 */
export function useRowHeight(): number {
  const [height, setHeight] = useState(compact)
  useLayoutEffect(() => {
    const read = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const rows = Number.parseFloat(
        getComputedStyle(document.documentElement).getPropertyValue('--row-h'),
      )
      if (rows * rem > 0) setHeight(rows * rem)
    }
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-density', 'style', 'class'],
    })
    return () => observer.disconnect()
  }, [])
  return height
}
