'use client'
import {
  useCallback,
  useEffect,
  useRef,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'

// A press that moves less than this, in pixels, is no drag.
const slack = 4

/**
 * Moves the window by dragging or by a horizontal wheel. `onMove` gets the distance in pixels, at
 * most once a frame. The end of a drag opens nothing.
 */
export function useTimeDrag(
  scroller: RefObject<HTMLElement | null>,
  onMove: (pixels: number) => void,
) {
  const drag = useRef<{ x: number; id: number; isMoving: boolean } | undefined>(undefined)
  const waiting = useRef(0)
  const frame = useRef(0)
  const latest = useRef(onMove)
  useEffect(() => {
    latest.current = onMove
  })
  const move = useCallback((pixels: number) => {
    waiting.current += pixels
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0
      latest.current(waiting.current)
      waiting.current = 0
    })
  }, [])
  useEffect(() => {
    const element = scroller.current
    const turn = (event: WheelEvent) => {
      const across = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX
      if (Math.abs(across) <= Math.abs(event.shiftKey ? 0 : event.deltaY)) return
      event.preventDefault()
      move(-across)
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => {
      element?.removeEventListener('wheel', turn)
      cancelAnimationFrame(frame.current)
      frame.current = 0
    }
  }, [scroller, move])
  const end = () => {
    if (!drag.current?.isMoving) drag.current = undefined
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (
        event.button !== 0 ||
        event.pointerType === 'touch' ||
        !(event.target as Element).closest('[data-time]')
      )
        return
      drag.current = { x: event.clientX, id: event.pointerId, isMoving: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { current } = drag
      if (current?.id !== event.pointerId || event.buttons === 0) return
      if (!current.isMoving && Math.abs(event.clientX - current.x) < slack) return
      if (!current.isMoving) event.currentTarget.setPointerCapture(event.pointerId)
      current.isMoving = true
      move(event.clientX - current.x)
      current.x = event.clientX
    },
    onPointerUp: end,
    onPointerCancel: end,
    // The browser sends a click after a drag. Ignore it.
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (drag.current?.isMoving) {
        event.preventDefault()
        event.stopPropagation()
      }
      drag.current = undefined
    },
  }
}
