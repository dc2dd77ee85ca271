import { expect, test } from 'vitest'
import { fail } from '#lib/core/result.ts'
import { endOfWrite } from './job-kind.ts'

const endOf = (name: string, status: number) => endOfWrite(fail(name, 'No.', { status }))

test('an item that the partner puts off is tried again, whatever the partner calls the error', () => {
  for (const status of [429, 503])
    expect(endOf('InternalError', status)).toMatchObject({ state: 'rejected', again: true })
  expect(endOf('EntityNotFoundError', 404)).not.toHaveProperty('again')
})

test('an item that may be or is saved is looked at again', () => {
  for (const name of ['OutcomeUnknown', 'SavedButUnread'])
    expect(endOf(name, 429)).toMatchObject({ state: 'unknown', again: true })
})
