import { ExternalLink } from '#components/ui/external-link.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { type Json, type JsonObject, isJsonObject, isRawJson, toNumber } from '#lib/core/json.ts'
import { formatInstant } from '#lib/core/local-date.ts'
import { formatCents } from '#lib/core/money.ts'
import { letterOf } from '#lib/rules/edit/draft-text.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import { codeWord, knownWord } from '#lib/contract/codes/code-words.ts'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { ValueTable, tableColumns } from './value-table.tsx'

/**
 * A wire value to be read, drawn from its shape: sections, rows and fields in the contract's order,
 * then the members that the contract does not know. Empty fields are left out. What has the wrong
 * type is shown as it is.
 */
export function ValueView({
  value,
  shape,
  name = '',
}: {
  value: Json | undefined
  shape?: FieldShape
  name?: string
}) {
  if (value === null || value === undefined) return <span className="text-ink-3">–</span>
  if (shape && !fits(value, shape)) return <Unreadable value={value} />
  if (Array.isArray(value))
    return (
      <Items items={value} shape={shape?.kind === 'list' ? shape.item : undefined} name={name} />
    )
  if (isJsonObject(value)) return <Members value={value} shape={shape} />
  return <Scalar value={value} shape={shape} name={name} />
}

function Members({ value, shape }: { value: JsonObject; shape?: FieldShape }) {
  const known = shape?.kind === 'object' ? shape.members : {}
  const names = [
    ...Object.keys(known).filter((name) => isSaid(value[name])),
    ...Object.keys(value).filter((name) => !Object.hasOwn(known, name)),
  ]
  if (names.length === 0) return <span className="text-ink-3">Empty</span>
  const line = addressLine(value)
  if (line !== undefined) return line
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4 gap-y-2">
      {names.map((name) => (
        <div key={name} className={isNested(value[name]) ? 'col-span-full' : 'min-w-0'}>
          <dt className="text-xs text-ink-3">{fieldLabel(name)}</dt>
          <dd
            className={
              isNested(value[name])
                ? 'mt-1 border-l border-line pl-3'
                : 'text-sm break-words text-ink'
            }
          >
            <ValueView value={value[name]} shape={known[name]} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

// An address on one line, as it is written on a letter; only where every part of it is text.
function addressLine(value: JsonObject): string | undefined {
  const parts = Object.entries(value).filter(([, part]) => isSaid(part))
  if (
    !parts.some(([name]) => name === 'address1' || name === 'city') ||
    !parts.every(([name, part]) => addressParts.has(name) && typeof part === 'string')
  )
    return undefined
  const text = (name: string) => (typeof value[name] === 'string' ? value[name] : '')
  const zip = [text('zip_code'), text('zip_plus_four_code')].filter(Boolean).join('-')
  return [
    text('address1'),
    text('address2'),
    text('city'),
    [text('state'), zip].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ')
}

const addressParts = new Set([
  'address1',
  'address2',
  'city',
  'state',
  'zip_code',
  'zip_plus_four_code',
])

function Items({ items, shape, name }: { items: Json[]; shape?: FieldShape; name: string }) {
  if (items.length === 0) return <span className="text-ink-3">None</span>
  if (!items.some((item) => isNested(item))) {
    if (name === 'diagnosis_pointers')
      return (
        <span className="font-mono text-xs">
          {items.map((item) => letterOf(toNumber(item) ?? Number.NaN)).join(' ')}
        </span>
      )
    const words = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
    return <span className="font-mono text-xs">{words.join('  ')}</span>
  }
  const members = shape?.kind === 'object' ? shape.members : {}
  const columns = tableColumns(items, Object.keys(members))
  if (columns) {
    return (
      <ValueTable rows={items as JsonObject[]} columns={columns}>
        {(value, column) => <ValueView value={value} shape={members[column]} name={column} />}
      </ValueTable>
    )
  }
  return (
    <ol className="flex flex-col gap-2.5">
      {items.map((item, place) => (
        // Rows of a list to be read have no identity but their place.
        <li key={place} className="flex gap-3">
          <span className="w-4 shrink-0 text-right text-xs text-ink-3 tabular-nums">
            {place + 1}
          </span>
          <div className="min-w-0 grow">
            <ValueView value={item} shape={shape} name={name} />
          </div>
        </li>
      ))}
    </ol>
  )
}

const links = new Set([
  'ehr_source_url',
  'image_url_front',
  'image_url_back',
  'url',
  'customer_invoice_url',
])

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function Scalar({ value, shape, name }: { value: Json; shape?: FieldShape; name: string }) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') {
    const number = toNumber(value)
    return shape?.kind === 'cents' && Number.isSafeInteger(number) ? (
      formatCents(number!)
    ) : (
      <span className="font-mono text-xs">{JSON.stringify(value)}</span>
    )
  }
  if (links.has(name)) return <ExternalLink href={value} />
  if (shape?.kind === 'date') return <LocalDate date={value} />
  if (shape?.kind === 'timestamp') return <Instant at={value} />
  if (shape?.kind === 'choice') return codeWord(name, value)
  if (!shape) {
    const word = knownWord(name, value)
    if (word !== undefined) return word
  }
  if (uuid.test(value)) return <span className="font-mono text-xs">{value}</span>
  return value
}

// The partner's instant to the minute, in its own zone; the whole of it on hover.
function Instant({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap tabular-nums">
      {formatInstant(at)}
    </time>
  )
}

function Unreadable({ value }: { value: Json }) {
  return (
    <span className="inline-block rounded-sm border border-dashed border-control px-1.5 text-xs">
      <span className="font-medium text-amber">Unreadable</span>{' '}
      <code className="font-mono break-all">{JSON.stringify(value)}</code>
    </span>
  )
}

function fits(value: Json, shape: FieldShape): boolean {
  if (shape.kind === 'any') return true
  if (shape.kind === 'object') return isJsonObject(value)
  if (shape.kind === 'list') return Array.isArray(value)
  if (shape.kind === 'boolean') return typeof value === 'boolean'
  if (shape.kind === 'number' || shape.kind === 'cents') return toNumber(value) !== undefined
  return typeof value === 'string'
}

function isSaid(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isNested(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some((item) => isNested(item) || isJsonObject(item))
  return typeof value === 'object' && value !== null && !isRawJson(value)
}
