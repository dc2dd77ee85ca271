import { errors } from '#lib/contract/errors.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { refusalsBeside } from '#lib/sandbox/docs/served-document.ts'
import { transportRefusals } from '#lib/sandbox/http/refusal.ts'

// Refusals at the HTTP level, with the operations that can give them. All are part of the
// assumption unnamed-refusals.
const transport: readonly (readonly [
  refusal: { status: number; errorName: string },
  of: (operation: Operation) => boolean,
])[] = [
  [transportRefusals.unauthenticated(), () => true],
  [transportRefusals.badRequest(''), ({ body }) => body !== undefined],
  [transportRefusals.notJson(), ({ body }) => body !== undefined],
  [transportRefusals.tooLarge(0), ({ method }) => method !== 'GET'],
]

/** All error names that the sandbox may use for an operation, with their status. */
export function allowedRefusals(operation: Operation): Map<string, number> {
  const names = [...operation.errors, ...refusalsBeside(operation)]
  return new Map([
    ...names
      .map((name) => [name as string, errors[name].status] as const)
      .filter(([, status]) => status < 500),
    ...transport
      .filter(([, of]) => of(operation))
      .map(([{ errorName, status }]) => [errorName, status] as const),
  ])
}

/** The refusals of unknown paths and methods, with their status. */
export const pathRefusals = new Map(
  [transportRefusals.noSuchPath(), transportRefusals.wrongMethod([])].map(
    ({ errorName, status }) => [errorName, status],
  ),
)
