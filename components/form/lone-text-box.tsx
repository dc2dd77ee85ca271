'use client'
import { useEffect, useId } from 'react'

/**
 * Makes the text box in focus a form of its own. With every key the browser's form filling reads all controls of the form
 * that the key went to, and to it the whole page is one form where there is none: that took 7 ms of a key in an ordinary
 * capture (decision 0020). The form is never sent: its method closes a dialog.
 */
export function LoneTextBox() {
  const id = useId()
  useEffect(() => {
    const take = (target: EventTarget | null) =>
      isTextBox(target) && target.form === null && target.setAttribute('form', id)
    const onFocusIn = ({ target }: FocusEvent) => take(target)
    const onFocusOut = ({ target }: FocusEvent) =>
      isTextBox(target) && target.getAttribute('form') === id && target.removeAttribute('form')
    take(document.activeElement)
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    return () => {
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
    }
  }, [id])
  return <form id={id} method="dialog" noValidate hidden onSubmit={(event) => event.preventDefault()} />
}

// Not a radio button, which would leave its group: buttons of another form are another group.
function isTextBox(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'radio')
}
