import { home } from '#components/frame/sign-in-address.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'

/** A record or page that is not there, inside the frame. */
export default function ConsoleNotFoundPage() {
  return <ErrorState kind="not-found" asPage actions={<LinkButton href={home}>Claim creations</LinkButton>} />
}
