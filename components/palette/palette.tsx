'use client'
import { closeOverlay, overlayStore } from '#components/frame/overlay-store.ts'
import { useStore } from '#components/frame/use-store.ts'
import { onDemand } from '#components/ui/on-demand.tsx'

const CommandPalette = onDemand(() =>
  import('./command-palette.tsx').then((module) => module.CommandPalette),
)

/** The command palette while it is open. `tasks` are what the person may do. */
export function Palette({ tasks }: { tasks: readonly string[] }) {
  const overlay = useStore(overlayStore)
  if (overlay !== 'palette') return null
  return <CommandPalette tasks={tasks} onClose={closeOverlay} />
}
