type EarlyWindow = Window & { earlyKeys?: KeyboardEvent[] }

// A list's rows arrive as HTML, so a person can press "/" or "j" before the page's script runs. This part runs first.
/**
 * The text of a script that keeps the keys pressed before the page's own script runs, without Ctrl, Cmd or Alt.
 * Whoever presses Escape or an Alt combination, clicks or goes back has given up what was pressed before.
 */
export const earlyKeysScript =
  "(w=>{const q=w.earlyKeys=[],ns=['keydown','pointerdown','popstate'],on=e=>{if(!w.earlyKeys)ns.forEach(n=>w.removeEventListener(n,on));else if(e.type!='keydown'||e.altKey||e.key=='Escape')q.length=0;else e.ctrlKey||e.metaKey||q.push(e)};ns.forEach(n=>w.addEventListener(n,on))})(window)"

/** How long a key waits for what answers it, in milliseconds: later than that, an answer would surprise. */
export const keptFor = 5_000
const keptMost = 20

/** The keys that were kept, oldest first; the keeping ends with it. */
export function takeEarlyKeys(): KeyboardEvent[] {
  const page = window as EarlyWindow
  const kept = page.earlyKeys ?? []
  delete page.earlyKeys
  return kept.filter(isFresh)
}

/** What is kept once a key that nothing is bound to was pressed while the page that may bind it is on its way. */
export function withUnbound(kept: readonly KeyboardEvent[], event: KeyboardEvent): KeyboardEvent[] {
  const isKept = (event.key.length === 1 || event.key === 'Enter') && !event.ctrlKey && !event.metaKey && !event.repeat
  return [...kept.filter(isFresh), ...(isKept ? [event] : [])].slice(-keptMost)
}

/** Whether a key that was kept may still be answered. */
export function isFresh(event: Pick<KeyboardEvent, 'timeStamp'>): boolean {
  return performance.now() - event.timeStamp < keptFor
}
