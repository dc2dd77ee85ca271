'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { useFirstReply } from '#components/form/reading/use-first-reply.ts'
import { UnreadPage } from '#components/frame/unread-page.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import type { CodeSetsReply } from '#lib/actions/catalogue/code-sets.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { checkHref, checksHref } from '#lib/lists/checks.ts'
import { codeSetsQuery } from '#lib/queries/checks.ts'
import { needWords } from './check-words.ts'
import { CodeListTable } from './code-list-table.tsx'
import { sizeWords } from './list-words.ts'

const PlaceDialog = onDemand(() =>
  import('./place-dialog.tsx').then((module) => module.PlaceDialog),
)

type CodeSetsPageProps = {
  /** The server's read for this page: the JSON text of a Result. */
  reply: Promise<JsonText<Result<CodeSetsReply>>>
  canPlace: boolean
}

type Year = CodeSetsReply['years'][number]

/** Which code lists are loaded, of when, and which checks sleep without them. */
export function CodeSetsPage({ reply, canPlace }: CodeSetsPageProps) {
  const options = codeSetsQuery({})
  useFirstReply(reply, options.queryKey)
  const { data, error, refetch, isFetching } = useQuery({
    ...options,
    refetchInterval: whileLoading,
  })
  const [isPlacing, setPlacing] = useState(false)
  if (error && !data)
    return <UnreadPage error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton />
  return (
    <div className="flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4">
      <PageHeader
        title="Code sets"
        note={noteOf(data)}
        trail={
          <>
            <SoftLink href={checksHref} className="hover:text-ink hover:underline">
              Checks
            </SoftLink>
            <span aria-hidden="true">/</span>
          </>
        }
        actions={
          canPlace && (
            <Button tone="primary" aria-haspopup="dialog" onClick={() => setPlacing(true)}>
              Place a file…
            </Button>
          )
        }
      />
      <p className="max-w-4xl text-sm text-ink-2">
        The console ships no code list.{' '}
        {canPlace ? 'Place them here' : 'An administrator places them here'} as they are published,
        or in the folder <span className="font-mono">code-lists</span> of the console’s data.
        Diagnoses are checked against the year of the service or discharge, other codes against the
        list for the day of service. A list of another year checks nothing. Of each other list the
        newest version of the last two years is used.
      </p>
      <Years reply={data} />
      <CodeListTable lists={data.lists} />
      <Card title="Checks that need a list">
        <ul className="flex flex-col gap-2 text-sm">
          {data.checks.map(({ id, title, needs, isAsleep }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <StatusBadge tone={isAsleep ? 'grey' : 'green'}>
                {isAsleep ? 'Asleep' : 'Awake'}
              </StatusBadge>
              <CheckLink id={id}>{title}</CheckLink>
              {needs && <span className="text-ink-2">{needWords[needs]}</span>}
            </li>
          ))}
        </ul>
      </Card>
      {isPlacing && <PlaceDialog reply={data} onClose={() => setPlacing(false)} />}
    </div>
  )
}

// A list that was just placed takes up to a minute until it is loaded.
function whileLoading({ state }: { state: { data?: CodeSetsReply | undefined } }): number | false {
  return state.data?.lists.some((list) => list.state === 'loading') ? 2_000 : false
}

function CheckLink({ id, children }: { id: string; children: string }) {
  return (
    <SoftLink
      href={checkHref(id)}
      className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
    </SoftLink>
  )
}

function noteOf({ years, fiscal_year }: CodeSetsReply): string {
  const isLoaded = years.some((year) => year.fiscal_year === fiscal_year && year.codes > 0)
  return isLoaded
    ? `ICD-10-CM of ${fiscal_year} is loaded`
    : `ICD-10-CM of ${fiscal_year}, the year of today, isn’t loaded`
}

function Years({ reply: { years, fiscal_year } }: { reply: CodeSetsReply }) {
  const isKnown = years.some((year) => year.fiscal_year === fiscal_year)
  const rows: Year[] = isKnown
    ? years
    : [{ fiscal_year, codes: 0, headers: 0, files: [] }, ...years]
  return (
    <Card title="ICD-10-CM" flush>
      <SideScroll>
        <table aria-label="ICD-10-CM by fiscal year" className="w-full min-w-[44rem] text-sm">
          <SmallTableHead
            columns={[
              { label: 'Fiscal year' },
              { label: 'Codes', isNumber: true },
              { label: 'Headers', isNumber: true },
              { label: 'Files' },
              { label: 'Placed' },
            ]}
          />
          <tbody>
            {rows.map((year) => (
              <YearRow key={year.fiscal_year} year={year} />
            ))}
          </tbody>
        </table>
      </SideScroll>
    </Card>
  )
}

function YearRow({ year: { fiscal_year, codes, headers, files } }: { year: Year }) {
  const isLoaded = codes > 0
  return (
    <tr className="border-t border-line align-top first:border-0">
      <th scope="row" className="px-4 py-2.5 text-left font-medium">
        {fiscal_year}
        <span className="block text-xs font-normal text-ink-2">
          10/01/{fiscal_year - 1} to 09/30/{fiscal_year}
        </span>
      </th>
      <td className="px-2 py-2.5 text-right tabular-nums">
        {isLoaded ? (
          codes.toLocaleString('en-US')
        ) : (
          <span className="text-amber">{files.length > 0 ? 'No code found' : 'Not loaded'}</span>
        )}
      </td>
      <td className="px-2 py-2.5 text-right tabular-nums">
        {headers > 0 ? headers.toLocaleString('en-US') : isLoaded && 'Not marked'}
      </td>
      <td className="px-2 py-2.5">
        {files.map(({ name, bytes }) => (
          <span key={name} className="block">
            <span className="font-mono text-xs">{name}</span>{' '}
            <span className="text-xs text-ink-2">{sizeWords(bytes)}</span>
          </span>
        ))}
      </td>
      <td className="px-2 py-2.5 whitespace-nowrap text-ink-2">
        {files.map(({ name, placed_at }) => (
          <span key={name} className="block">
            <LocalTime at={placed_at} />
          </span>
        ))}
      </td>
    </tr>
  )
}
