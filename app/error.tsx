'use client'
import { Defect } from '#components/frame/defect.tsx'

/**
 * A defect outside the console's frame. Expected failures never come here: they are values that
 * pages show.
 */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Defect error={error} retry={retry} />
    </main>
  )
}
