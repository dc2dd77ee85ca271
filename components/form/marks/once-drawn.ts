/**
 * Moves the focus once what was just set is drawn, unless the person clicks or presses a key before: a hidden tab draws
 * only when it is shown again, and by then they may be in another field. Answers what calls it off.
 */
export function onceDrawn(move: () => void): () => void {
  const calledOff = new AbortController()
  const frame = requestAnimationFrame(() => {
    calledOff.abort()
    move()
  })
  const callOff = () => {
    calledOff.abort()
    cancelAnimationFrame(frame)
  }
  for (const sign of ['pointerdown', 'keydown'])
    window.addEventListener(sign, callOff, { capture: true, signal: calledOff.signal })
  return callOff
}
