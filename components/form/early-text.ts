/** A control's text, by its name. */
export type ControlText = { name: string; text: string }

let carried: readonly ControlText[] = []

/** What was typed into the server's page before it worked, and what `carryEarlyText` kept of it; given once. */
export function takeEarlyText(): readonly ControlText[] {
  const taken = [...carried, ...typedByHand()]
  carried = []
  return taken
}

/** Keeps what was typed into the server's page for the next form, where the one that was drawn goes. Answers what lets go of it. */
export function carryEarlyText(): () => void {
  carried = typedByHand()
  return () => {
    carried = []
  }
}

// Controls of the page that say something else than the server drew.
function typedByHand(): ControlText[] {
  const controls = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'main :is(input, textarea, select)[name]',
  )
  return [...controls].filter(isChanged).map(({ name, value }) => ({ name, text: value }))
}

function isChanged(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): boolean {
  return control instanceof HTMLSelectElement
    ? [...control.selectedOptions].some((option) => !option.defaultSelected) && control.selectedIndex > 0
    : control.value !== control.defaultValue
}
