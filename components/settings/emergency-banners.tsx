'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import {
  acknowledgeEmergency,
  endEmergencyAccess,
  readEmergencyAlerts,
} from '#lib/actions/break-glass.ts'
import { valueIn } from '#lib/core/json-text.ts'
import { useAct } from '#lib/queries/use-act.ts'

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

/** Tells a person that they act with an administrator's rights, until when, and ends them. */
export function OwnBanner({
  emergency: { id, endsAt },
}: {
  emergency: { id: string; endsAt: string }
}) {
  const router = useRouter()
  const { ask, busy } = useAct('endBreakGlass', endEmergencyAccess)
  useEffect(() => {
    // The server ends the rights by itself; the page follows, and keeps what was typed.
    const timer = setTimeout(
      () => router.refresh(),
      Math.max(0, Date.parse(endsAt) - Date.now()) + 1_000,
    )
    return () => clearTimeout(timer)
  }, [endsAt, router])
  const end = async () => {
    await ask({ id })
    router.refresh()
  }
  return (
    <Banner label="Emergency access">
      <span className="grow">
        You have administrator rights until <LocalTime at={endsAt} />. Administrators were told, and
        all you do is logged.
      </span>
      <Button size="small" busy={busy} onClick={() => void end()}>
        End now
      </Button>
    </Banner>
  )
}

/** Tells an administrator who took administrator rights, until they acknowledge it. */
export function OthersBanners() {
  const { ask } = useAct('acknowledgeBreakGlass', acknowledgeEmergency)
  const { data = [] } = useQuery({
    queryKey: alertsKey,
    queryFn: async () => {
      return valueIn(await (await readEmergencyAlerts({})).reply) ?? []
    },
    refetchInterval: askEvery,
  })
  return data.map(({ id, name, startedAt, endsAt, isActive }) => (
    <Banner key={id} label={`Emergency access of ${name}`}>
      <span className="grow">
        {isActive ? (
          <>
            {name} has administrator rights until <LocalTime at={endsAt} />.
          </>
        ) : (
          <>
            {name} had administrator rights from <LocalTime at={startedAt} /> to{' '}
            <LocalTime at={endsAt} />.
          </>
        )}
      </span>
      <SoftLink
        href="/settings/people"
        className="font-medium text-accent underline underline-offset-2"
      >
        See the reason
      </SoftLink>
      <Button size="small" aria-label={`Acknowledge: ${name}`} onClick={() => void ask({ id })}>
        Acknowledge
      </Button>
    </Banner>
  ))
}
