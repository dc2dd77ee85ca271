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
import type { CodeSetsReply } from '#lib/actions/replies.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { checkHref, checksHref } from '#lib/lists/checks.ts'
import { codeSetsQuery } from '#lib/queries/checks.ts'

const PlaceDialog = onDemand(() =>
  import('./place-dialog.tsx').then((module) => module.PlaceDialog),
)

type CodeSetsPageProps = {
  /** The server's read for this page: the JSON text of a Result. */
  reply: Promise<JsonText<Result<CodeSetsReply>>>
  canPlace: boolean
}

type Year = CodeSetsReply['years'][number]

/**
 * Lists that no check reads, and what is checked of their codes instead: the check's id and its
 * words in a sentence.
 */
const unread = [
  { name: 'HCPCS level II', check: 'procedure-code-shape', words: 'the form of the code' },
  { name: 'National drug codes (NDC)', check: 'ndc-shape', words: 'the form of the code' },
  {
    name: 'NCCI edits',
    check: 'modifiers-excluding',
    words: 'modifiers that exclude each other on a line',
  },
  {
    name: 'Medicare’s ordering providers',
    check: 'ordering-provider-missing',
    words: 'that an order’s NPI is given',
  },
]

/** Which code lists are loaded, of when, and which checks sleep without them. */
export function CodeSetsPage({ reply, canPlace }: CodeSetsPageProps) {
  const options = codeSetsQuery({})
  useFirstReply(reply, options.queryKey)
  const { data, error, refetch, isFetching } = useQuery(options)
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
        The console ships no code list. CMS publishes the ICD-10-CM files of each fiscal year and
        their updates. {canPlace ? 'Place them here' : 'An administrator places them here'}{' '}
        unchanged, or in the folder <span className="font-mono">code-lists</span> of the console’s
        data. A claim is checked against the year of its service or discharge; a year without a file
        is not checked.
      </p>
      <Years reply={data} />
      <Card title="Checks that need ICD-10-CM">
        <ul className="flex flex-col gap-2 text-sm">
          {data.checks.map(({ id, title, isAsleep }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <StatusBadge tone={isAsleep ? 'grey' : 'green'}>
                {isAsleep ? 'Asleep' : 'Awake'}
              </StatusBadge>
              <CheckLink id={id}>{title}</CheckLink>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Lists that no check reads">
        <ul className="flex flex-col gap-2 text-sm">
          {unread.map(({ name, check, words }) => (
            <li key={name}>
              <span className="font-medium">{name}</span>
              <span className="text-ink-2">: not taken yet. Without it </span>
              <CheckLink id={check}>{words}</CheckLink>
              <span className="text-ink-2"> is checked.</span>
            </li>
          ))}
        </ul>
      </Card>
      {isPlacing && <PlaceDialog years={data.years} onClose={() => setPlacing(false)} />}
    </div>
  )
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
      <div className="overflow-x-auto">
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
      </div>
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

function sizeWords(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
