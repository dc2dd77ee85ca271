'use client'
import { Defect } from '#components/frame/defect.tsx'

/** A defect in one page: the frame stays, so that the person can go elsewhere. */
export default function ConsoleErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <Defect error={error} retry={retry} />
}
