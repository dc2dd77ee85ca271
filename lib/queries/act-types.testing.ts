import type { ReplyOf } from '#lib/actions/act.ts'
import { listPayers, readList, readSummary } from '#lib/actions/lists.ts'
import { saveFilingLimits } from '#lib/actions/payer-rules.ts'
import { markQueue } from '#lib/actions/queue.ts'
import { readClaimCreation } from '#lib/actions/read.ts'
import { fromJsonText, toJsonText, valueIn } from '#lib/core/json-text.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { unwrapReply } from './reply.ts'

// Compiled and never run: the types of acts reach the browser, and a mistake in a call does not
// compile.

export async function mistakes(): Promise<void> {
  // @ts-expect-error a member that the act does not take
  await readClaimCreation({ identifier: 'a' })
  // @ts-expect-error a member that is missing
  await markQueue({ subjects: [] })
  // @ts-expect-error a value of another type
  await saveFilingLimits({ rules: [{ payer_id: 'a', payer: 'A', limits: 'many', source: 'B' }] })
  // @ts-expect-error a list that does not exist
  await readList({ operation: 'listNothing', query: {} })
  // @ts-expect-error a member that the reply does not have
  void (await unwrapReply(readClaimCreation({ id: 'a' }))).claims
  // @ts-expect-error the same of what a read answers
  void ({} as ReplyOf<typeof readClaimCreation>).claims
  // @ts-expect-error the same of what a write answers
  void ({} as ReplyOf<typeof saveFilingLimits>).saved
  // @ts-expect-error a member that the items of a look-up do not have
  void (await unwrapReply(listPayers({ query: {} }))).items[0]?.name.length.days
  // @ts-expect-error a promise inside an object, not the value
  void (await readSummary({})).value
  // @ts-expect-error any text is not what our server wrote
  valueIn('{}')
  const text = toJsonText<Result<number>>(ok(1))
  // @ts-expect-error a number has no length
  void valueIn(text)?.length
  // @ts-expect-error a Result may have failed
  void fromJsonText(text).value
}
