import { isFresh } from '../keys/early-keys.ts'

type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLFormElement
/** A press, the sending of a form, or what a control held after it was typed into or chosen from. */
type Use = [event: Event, control: Control, value: string]
type EarlyWindow = Window & { earlyUse?: Use[] }

// A page arrives as HTML, so a person can press, tick, choose and type before its script runs. This part runs first.
/**
 * The text of a script that keeps what is done to the page's controls before the page's own script runs. A press is
 * kept from React, which may or may not listen by then: it is answered once, by `answerEarlyUse`. A form is kept from
 * being sent by the browser, which would draw the page anew and forget what was typed. Links work without a script.
 */
export const earlyUseScript =
  "(w=>{const q=w.earlyUse=[],ns=['click','input','change','submit'],on=e=>{if(!w.earlyUse)return ns.forEach(n=>w.removeEventListener(n,on,true));if(e.type=='submit'){e.preventDefault();e.stopImmediatePropagation();q.push([e,e.target,''])}const t=e.target.closest('button,input,select,textarea');if(!t||t.form&&t.type=='submit'||t.type=='file')return;const p=t.localName=='button'||/^(checkbox|radio)$/.test(t.type);if(p!=(e.type=='click'))return;q.push([e,t,t.value]);if(p)e.stopImmediatePropagation()};ns.forEach(n=>w.addEventListener(n,on,true))})(window)"

/** How long a control may take to come to life, in milliseconds: what was done to it is forgotten then. */
const longest = 15_000
const askAgainAfter = 30

/** Does to the page, as each control comes to life, what was done to it before; the keeping ends with it. */
export function answerEarlyUse(): void {
  const page = window as EarlyWindow
  const kept = page.earlyUse ?? []
  delete page.earlyUse
  const waiting = kept.filter(([event, control], place) => isPress(event) || !kept.some(([, other], later) => other === control && later > place))
  // A press on a box ticks it again: until then it is as the server drew it.
  for (const [event, control] of waiting) if (isPress(event) && control instanceof HTMLInputElement) drawnAgain(control)
  const givenUpAt = performance.now() + longest
  // One at a time: what one did must be drawn before the next one counts.
  const turn = () => {
    const [next] = waiting
    if (!next) return
    const isDone = isOver(next) || (isAlive(next[1]) && answer(...next))
    if (isDone) waiting.shift()
    if (isDone || performance.now() < givenUpAt) setTimeout(turn, isDone ? 0 : askAgainAfter)
  }
  turn()
}

// A press that was kept for long would surprise, as a key would.
function isOver([event, control]: Use): boolean {
  const isOff = !(control instanceof HTMLFormElement) && control.disabled
  return !control.isConnected || isOff || (isPress(event) && !isFresh(event))
}

/** False where nobody could hear of it yet. */
function answer(event: Event, control: Control, value: string): boolean {
  if (control instanceof HTMLFormElement) {
    // Something harmless first: a form that cannot hear yet would be sent by the browser.
    if (!reaches(control, new Event('input', { bubbles: true }))) return false
    control.requestSubmit((event as SubmitEvent).submitter)
    return true
  }
  if (isPress(event)) {
    const isHeard = reaches(control, new MouseEvent('click', event as MouseEvent))
    if (!isHeard && control instanceof HTMLInputElement) drawnAgain(control)
    return isHeard
  }
  if (control instanceof HTMLSelectElement) return tellChoice(control, value)
  return control instanceof HTMLButtonElement || tellText(control, value)
}

// React stops an event on its way down where the part of the page that it is for cannot come to life at once.
function reaches(control: Control, event: Event): boolean {
  let isThere = false
  const see = () => {
    isThere = true
  }
  control.addEventListener(event.type, see)
  control.dispatchEvent(event)
  control.removeEventListener(event.type, see)
  return isThere
}

function tellChoice(select: HTMLSelectElement, value: string): boolean {
  const drawn = [...select.options].find((option) => option.defaultSelected) ?? select.options[0]
  // Something else stands there by now: a later choice, which was heard.
  if (select.value !== value && select.value !== drawn?.value) return true
  select.value = value
  return reaches(select, new Event('change', { bubbles: true }))
}

// React tells by the value that it knew last whether a box was changed, and it met this one with the text in it: to be
// told, it has to see the text that the server drew first, and not to see how the other one comes back.
function tellText(box: HTMLInputElement | HTMLTextAreaElement, text: string): boolean {
  if (text === box.defaultValue || (box.value !== text && box.value !== box.defaultValue)) return true
  const { selectionStart: from, selectionEnd: to } = box
  const isKept = box.value === text
  box.value = box.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')!.set!.call(box, text)
  if (isKept && from !== null) box.setSelectionRange(from, to)
  return reaches(box, new Event('input', { bubbles: true }))
}

function drawnAgain(box: HTMLInputElement): void {
  const group = box.type === 'radio' ? document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${CSS.escape(box.name)}"]`) : [box]
  for (const one of group) one.checked = one.defaultChecked
}

function isPress(event: Event): boolean {
  return event.type === 'click' || event.type === 'submit'
}

// React leaves what it knows of an element on the element itself; it offers no other way to ask.
function isAlive(control: Control): boolean {
  return Object.keys(control).some((key) => key.startsWith('__reactProps'))
}
