import { isFresh } from '#components/frame/keys/early-keys.ts'

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

let waiting: Use[] | undefined

/**
 * Does to the controls that work by now what was done to them before; the rest waits for the next call. Call it in an
 * effect, in every part of the page that comes to life by itself: React runs it when all of the part works, and before
 * it begins with the next.
 */
export function answerEarlyUse(): void {
  waiting ??= take()
  const ready = waiting.filter(([, control]) => isAlive(control))
  waiting = waiting.filter((use) => !ready.includes(use))
  // One at a time: what one did must be drawn before the next one counts.
  const turn = () => {
    const next = ready.shift()
    if (!next) return
    setTimeout(turn)
    if (!isOver(next)) answer(...next)
  }
  turn()
}

function take(): Use[] {
  const page = window as EarlyWindow
  const kept = page.earlyUse ?? []
  delete page.earlyUse
  // A button that seemed dead is pressed again: that is one press. A box showed each of them.
  const counts = ([event, control]: Use) => isPress(event) && control instanceof HTMLInputElement
  const taken = kept.filter(
    (use, place) => counts(use) || !kept.some(([, other], later) => other === use[1] && later > place),
  )
  // A press on a box ticks it again: until then it is as the server drew it.
  for (const [event, control] of taken) if (isPress(event) && control instanceof HTMLInputElement) drawnAgain(control)
  return taken
}

// A press that was kept for long would surprise, as a key would; a tick shows on the page meanwhile.
function isOver([event, control]: Use): boolean {
  const isOff = !(control instanceof HTMLFormElement) && control.disabled
  return !control.isConnected || isOff || (isPress(event) && !(control instanceof HTMLInputElement) && !isFresh(event))
}

function answer(event: Event, control: Control, value: string): void {
  if (control instanceof HTMLFormElement) control.requestSubmit((event as SubmitEvent).submitter)
  else if (isPress(event)) control.dispatchEvent(new MouseEvent('click', event as MouseEvent))
  else if (control instanceof HTMLSelectElement) tellChoice(control, value)
  else if (!(control instanceof HTMLButtonElement)) tellText(control, value)
}

function tellChoice(select: HTMLSelectElement, value: string): void {
  const drawn = [...select.options].find((option) => option.defaultSelected) ?? select.options[0]
  // Something else stands there by now: a later choice, which was heard.
  if (select.value !== value && select.value !== drawn?.value) return
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

// React tells by the value that it knew last whether a box was changed, and it met this one with the text in it: to be
// told, it has to see the text that the server drew first, and not to see how the other one comes back.
function tellText(box: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (text === box.defaultValue || (box.value !== text && box.value !== box.defaultValue)) return
  const { selectionStart: from, selectionEnd: to } = box
  const isKept = box.value === text
  box.value = box.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')!.set!.call(box, text)
  if (isKept && from !== null) box.setSelectionRange(from, to)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

function drawnAgain(box: HTMLInputElement): void {
  const group =
    box.type === 'radio'
      ? document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${CSS.escape(box.name)}"]`)
      : [box]
  for (const one of group) one.checked = one.defaultChecked
}

function isPress(event: Event): boolean {
  return event.type === 'click' || event.type === 'submit'
}

// React leaves what it knows of an element on the element itself; it offers no other way to ask.
function isAlive(control: Control): boolean {
  return Object.keys(control).some((key) => key.startsWith('__reactProps'))
}
