import { LinkButton } from '#components/ui/link-button.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { home } from '#components/frame/sign-in-address.ts'

/** An address that leads nowhere. */
export default function NotFoundPage() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <title>Not found · Billing console</title>
      <ErrorState kind="not-found" asPage actions={<LinkButton href={home}>Claim creations</LinkButton>} />
    </main>
  )
}
