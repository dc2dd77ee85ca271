'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { setTimeZone } from '#lib/actions/people.ts'
import type { LocalDate as Day } from '#lib/core/local-date.ts'
import { timeZoneWords } from '#lib/core/time-zone.ts'
import { TimeZoneField } from './time-zone-field.tsx'

const FormDialog = onDemand(() =>
  import('#components/ui/form-dialog.tsx').then((module) => module.FormDialog),
)

export type TimeZoneCardProps = {
  timeZone: string
  /** Nobody has chosen it: it is the server's. */
  isOpen: boolean
  /** The day there. */
  today: Day
}

/** The organization's time zone, and its change. */
export function TimeZoneCard({ timeZone, isOpen, today }: TimeZoneCardProps) {
  const router = useRouter()
  const [isChanging, setChanging] = useState(false)
  const close = () => setChanging(false)
  const words = timeZoneWords(timeZone)
  return (
    <Card
      title="Time zone"
      actions={
        <Button size="small" aria-haspopup="dialog" onClick={() => setChanging(true)}>
          Change…
        </Button>
      }
    >
      <p className="text-sm text-ink-2">
        Days, due dates and nights are counted in{' '}
        {isOpen ? `the server’s time zone, ${words}, until you choose one` : words}. Today is{' '}
        <LocalDate date={today} /> there.
      </p>
      {isChanging && (
        <FormDialog
          title="Time zone"
          description="Counts of earlier days stay as they were counted."
          button="Save"
          busyWords="Saving…"
          send={({ time_zone = '' }) => setTimeZone({ time_zone })}
          onDone={() => {
            close()
            showToast({ tone: 'green', message: 'Time zone changed.' })
            router.refresh()
          }}
          onClose={close}
        >
          {(complaint) => <TimeZoneField first={timeZone} error={complaint('time_zone')} />}
        </FormDialog>
      )}
    </Card>
  )
}
