import { addDays, formatLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import type { ProviderPair } from '#lib/rules/coverage/provider-pairs.ts'
import { isUsable } from '#lib/rules/coverage/span.ts'

/**
 * The form of the next span of a provider with a payer, filled with the three parties: from the day
 * after the last span ended, so that no gap is left, or without a date where there was no span.
 * Undefined where a span without an end, or paperwork at the payer, makes a next one a double.
 */
export function nextSpan(
  { payer, provider: clinic, spans, cover }: ProviderPair,
  { provider, today }: { provider: string; today: LocalDate },
): { href: string; label: string } | undefined {
  if (cover.state === 'submitted') return undefined
  const usable = spans.filter(isUsable)
  if (usable.some(({ end_date }) => !end_date)) return undefined
  const last = usable
    .flatMap(({ end_date }) => end_date ?? [])
    .toSorted()
    .at(-1)
  if (last !== undefined && last > addDays(today, soonDays)) return undefined
  const first = last === undefined ? undefined : addDays(last, 1)
  const filled = new URLSearchParams({
    rendering_provider_id: provider,
    contracting_provider_id: clinic.id,
    payer_uuid: payer.uuid,
    ...(first !== undefined && { start_date: first }),
  })
  return {
    href: `/credentialing/provider-spans/new?${filled}`,
    label:
      first === undefined
        ? 'Record a span'
        : `Extend from ${formatLocalDate(first, { weekday: false })}`,
  }
}

const soonDays = 90
