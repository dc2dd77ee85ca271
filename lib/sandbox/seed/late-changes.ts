import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import type { Random } from './random.ts'
import { setAt } from './set-at.ts'

type LateChange = { data: ChargeCaptureData; status?: string }

const changes: readonly ((data: ChargeCaptureData, random: Random) => string | void)[] = [
  (data, random) =>
    setAt(
      data,
      'service_lines.0.charge_amount_cents',
      Number(data.service_lines![0]!.charge_amount_cents) + 500 * random.int(1, 9),
    ),
  (data) => {
    setAt(data, 'place_of_service_code', data.place_of_service_code === '22' ? '11' : '22')
    setAt(
      data,
      'service_lines',
      data.service_lines!.map((line) => ({ ...line, place_of_service_code: data.place_of_service_code })),
    )
  },
  (data) => setAt(data, 'service_lines.0.modifiers', ['59']),
  (data) =>
    setAt(data, 'diagnoses', [...data.diagnoses!, { code: 'Z71.89', name: 'Other counseling', code_type: 'ABF' }]),
  (data, random) => setAt(data, 'subscriber_primary.insurance_card.member_id', `X${random.digits(9)}`),
  (data) => setAt(data, 'service_lines.0.quantity', String(Number(data.service_lines![0]!.quantity) + 1)),
  (data, random) => setAt(data, 'prior_authorization_number', `AUTH9${random.digits(6)}`),
  () => 'entered-in-error',
]

/** What the EHR did to a capture after its claim was made: one or two changes, on a copy of the data. */
export function changeAfterBilling(random: Random, billed: ChargeCaptureData): LateChange {
  const data: ChargeCaptureData = { ...billed }
  let status: string | undefined
  const first = random.int(0, changes.length - 1)
  const count = random.chance(0.3) ? 2 : 1
  for (let i = 0; i < count; i += 1) status = changes[(first + i) % changes.length]!(data, random) || status
  // A change may happen to leave things as they were (the modifier was there before): the amount then moves.
  if (!status && JSON.stringify(data) === JSON.stringify(billed)) changes[0]!(data, random)
  return status ? { data, status } : { data }
}
