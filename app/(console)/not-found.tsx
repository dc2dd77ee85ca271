import { home } from '#components/frame/account/sign-in-address.ts'
import { buttonStyle } from '#components/ui/button-style.ts'
import { ErrorState } from '#components/ui/error-state.tsx'

/** A record or page that is not there, inside the frame. */
export default function ConsoleNotFoundPage() {
  return (
    <ErrorState
      kind="no-page"
      asPage
      actions={
        <a href={home} className={buttonStyle()}>
          Go to the start page
        </a>
      }
    />
  )
}
