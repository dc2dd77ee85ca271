'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState, type ReactNode } from 'react'
import { closeOverlay, overlayStore } from '#components/frame/overlay-store.ts'
import { useStore } from '#components/frame/use-store.ts'
import { Button } from '#components/ui/button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { acknowledgeEmergency, endEmergencyAccess, readEmergencyAlerts } from '#lib/actions/break-glass.ts'
import type { BreakGlassAlert } from '#lib/actions/replies.ts'
import { answerOf } from '#components/frame/answer.ts'
import { valueIn } from '#lib/core/result.ts'

const EmergencyDialog = onDemand(() => import('./emergency-dialog.tsx').then((module) => module.EmergencyDialog))

const alertsKey = ['readEmergencyAlerts']
const askEvery = 60_000

function Banner({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-amber-tint px-6 py-2 text-sm text-ink print:hidden"
    >
      {children}
    </section>
  )
}

type EmergencyNoticesProps = {
  /** The person's own rights of an administrator that run now. */
  own?: { id: string; endsAt: string }
  /** True for somebody who is told of the others' rights. */
  tellsOthers: boolean
}

/** What every page tells about emergency access, and its dialog, which the account's menu opens. */
export function EmergencyNotices({ own, tellsOthers }: EmergencyNoticesProps) {
  const overlay = useStore(overlayStore)
  return (
    <>
      {own && <OwnBanner emergency={own} />}
      {tellsOthers && <OthersBanners />}
      {overlay === 'emergency' && <EmergencyDialog onClose={closeOverlay} />}
    </>
  )
}

/** Tells a person that they act with an administrator's rights, until when, and ends them. */
function OwnBanner({ emergency: { id, endsAt } }: { emergency: { id: string; endsAt: string } }) {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // The server ends the rights by itself; the page follows, and keeps what was typed.
    const timer = setTimeout(() => router.refresh(), Math.max(0, Date.parse(endsAt) - Date.now()) + 1_000)
    return () => clearTimeout(timer)
  }, [endsAt, router])
  const end = async () => {
    setBusy(true)
    const result = await answerOf(endEmergencyAccess({ id }))
    setBusy(false)
    if (!result.ok) showToast({ tone: 'red', message: result.error.message })
    router.refresh()
  }
  return (
    <Banner label="Emergency access">
      <span className="grow">
        You have administrator rights until <LocalTime at={endsAt} />. Administrators were told, and all you do is
        logged.
      </span>
      <Button size="small" busy={busy} onClick={() => void end()}>
        End now
      </Button>
    </Banner>
  )
}

/** Tells an administrator who took administrator rights, until they acknowledge it. */
function OthersBanners() {
  const client = useQueryClient()
  const { data = [] } = useQuery({
    queryKey: alertsKey,
    queryFn: async () => {
      return valueIn<BreakGlassAlert[]>(await (await readEmergencyAlerts({})).reply) ?? []
    },
    refetchInterval: askEvery,
  })
  const acknowledge = async (id: string) => {
    const result = await answerOf(acknowledgeEmergency({ id }))
    if (!result.ok) showToast({ tone: 'red', message: result.error.message })
    await client.invalidateQueries({ queryKey: alertsKey })
  }
  return data.map(({ id, name, startedAt, endsAt, isActive }) => (
    <Banner key={id} label={`Emergency access of ${name}`}>
      <span className="grow">
        {isActive ? (
          <>
            {name} has administrator rights until <LocalTime at={endsAt} />.
          </>
        ) : (
          <>
            {name} had administrator rights from <LocalTime at={startedAt} /> to <LocalTime at={endsAt} />.
          </>
        )}
      </span>
      <SoftLink href="/settings/people" className="font-medium text-accent underline underline-offset-2">
        See the reason
      </SoftLink>
      <Button size="small" aria-label={`Acknowledge: ${name}`} onClick={() => void acknowledge(id)}>
        Acknowledge
      </Button>
    </Banner>
  ))
}
