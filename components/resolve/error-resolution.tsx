'use client'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { ErrorResolved } from '#lib/actions/claim-creations/resolve.ts'
import type { Resolution } from './resolve-error-dialog.tsx'

const ResolveErrorDialog = onDemand(() =>
  import('./resolve-error-dialog.tsx').then((module) => module.ResolveErrorDialog),
)

type ErrorResolutionProps = {
  error: { id: string; message: string }
  /**
   * Its field has changed since the error was shown. Otherwise, marking it as fixed needs a reason.
   */
  isChanged?: boolean
  onResolved?: (resolved: ErrorResolved) => void
  className?: string
}

/**
 * The two ways to settle an error of the partner's: dismiss it with a reason, or mark it as fixed.
 */
export function ErrorResolution({
  error,
  isChanged = false,
  onResolved,
  className,
}: ErrorResolutionProps) {
  const [resolution, setResolution] = useState<Resolution>()
  const [opened, setOpened] = useState<HTMLElement>()
  const close = () => setOpened(undefined)
  return (
    <div role="group" aria-label={`Resolve: ${error.message}`} className={className}>
      <span className="flex flex-wrap items-center gap-1.5">
        {isChanged && (
          <Button
            size="small"
            aria-haspopup="dialog"
            data-resolve="fixed"
            onClick={() => setResolution('fixed')}
          >
            Mark as fixed
          </Button>
        )}
        <Button
          size="small"
          aria-haspopup="dialog"
          data-resolve="declined"
          onClick={() => setResolution('declined')}
        >
          Dismiss with reason…
        </Button>
        {!isChanged && (
          <IconButton
            label="More ways to resolve"
            aria-haspopup="menu"
            aria-expanded={opened !== undefined}
            data-resolve="fixed"
            size="small"
            icon={<Ellipsis aria-hidden="true" className="size-4" />}
            onClick={({ currentTarget }) => setOpened(opened ? undefined : currentTarget)}
          />
        )}
      </span>
      {opened && (
        <Menu anchor={opened} onClose={close} label="More ways to resolve" align="end">
          <MenuItem
            onSelect={() => {
              close()
              setResolution('fixed-unseen')
            }}
          >
            Mark as fixed with reason…
          </MenuItem>
        </Menu>
      )}
      {resolution && (
        <ResolveErrorDialog
          error={error}
          resolution={resolution}
          onClose={() => setResolution(undefined)}
          onResolved={onResolved}
        />
      )}
    </div>
  )
}
