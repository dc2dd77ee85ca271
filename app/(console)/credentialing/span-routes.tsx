import 'server-only'
import { redirect } from 'next/navigation'
import { LatePart } from '#components/frame/ready.tsx'
import { NewSpanPage } from '#components/credentialing/spans/new-span-form.tsx'
import { SpanPage } from '#components/credentialing/spans/span-page.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { signInAddress } from '#components/frame/account/sign-in-address.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { asOpened, spanWords } from '#lib/actions/opened-lately.ts'
import { readSpan } from '#lib/actions/spans/read-span.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import { newSpanShape, spanShape } from '#lib/rules/span-edit/span-shapes.ts'
import { coveredMember, type SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

const tasks = {
  facility: {
    read: 'getFacilityCredentialingSpan',
    update: 'updateFacilityCredentialingSpan',
    create: 'createFacilityCredentialingSpan',
    path: '/credentialing/facility-spans',
    many: 'facility spans',
  },
  provider: {
    read: 'getProviderCredentialingSpan',
    update: 'updateProviderCredentialingSpan',
    create: 'createProviderCredentialingSpan',
    path: '/credentialing/provider-spans',
    many: 'provider spans',
  },
} as const

/** The page of one span of a kind. */
export async function SpanRoute({
  kind,
  params,
}: {
  kind: SpanKind
  params: Promise<{ id: string }>
}) {
  const { id: encoded } = await params
  const id = decodeURIComponent(encoded)
  const account = await currentAccount()
  if (!account) redirect(signInAddress(`${tasks[kind].path}/${encoded}`))
  const read = asOpened(`${kind}-span`, spanWords[kind], readSpan(kind))
  const reply = readForPage(account, tasks[kind].read, read, { id })
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <SpanPage
        kind={kind}
        id={id}
        shape={spanShape(kind)}
        canWrite={may(account.role, tasks[kind].update)}
        mayFollowUp={may(account.role, 'logFollowUp')}
        reply={reply}

        today={dayNow()}
      />
    </LatePart>
  )
}

type Search = Promise<Record<string, string | string[] | undefined>>

/**
 * The page that creates a span of a kind. The URL may contain the ids of the parties, the first day,
 * and a provider span's states or `regions=national`.
 */
export async function NewSpanRoute({
  kind,
  searchParams,
}: {
  kind: SpanKind
  searchParams: Search
}) {
  const { create, path, many } = tasks[kind]
  const account = await currentAccount()
  if (!account) redirect(signInAddress(`${path}/new`))
  if (!(await mayOpen(account, create)))
    return (
      <ErrorState
        kind="forbidden"
        message={`Your role can view ${many} but not create them.`}
        asPage
      />
    )
  const search = await searchParams
  const given = {
    ...idsIn(search, ['contracting_provider_id', 'payer_uuid', coveredMember[kind]]),
    ...firstDayIn(search),
    ...(kind === 'provider' ? regionsIn(search) : {}),
  }
  // A form that opens with given values has a draft of its own.
  const draftRecord = [
    'new',
    ...Object.values(given).map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    ),
  ].join(' ')
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <NewSpanPage
        kind={kind}
        shape={newSpanShape(kind)}
        given={given}
        draftRecord={draftRecord}

        today={dayNow()}
      />
    </LatePart>
  )
}

function firstDayIn({ start_date: day }: Awaited<Search>): JsonObject {
  return typeof day === 'string' && isLocalDate(day) ? { start_date: day } : {}
}

function regionsIn({ state = [], regions }: Awaited<Search>): JsonObject {
  if (regions === 'national') return { regions: { type: 'national' } }
  const states = [state].flat().filter((each) => /^[A-Z]{2}$/.test(each))
  return states.length > 0 ? { regions: { type: 'states', states } } : {}
}

// The form ignores URL values that are not ids.
function idsIn(search: Awaited<Search>, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' && /^[\w-]{1,60}$/.test(value) ? [[name, value]] : []
    }),
  )
}
