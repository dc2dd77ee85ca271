'use client'
import './globals.css'
import { Defect } from '#components/frame/defect.tsx'

/** The last resort, when even the root layout failed: a page of its own, in the system's theme. */
export default function GlobalErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Billing console</title>
        <main className="grid min-h-dvh place-items-center">
          <Defect error={error} retry={retry} />
        </main>
      </body>
    </html>
  )
}
