import { formSpec, type Editable } from '#components/form/writing/use-record-form.tsx'
import type { ContractSaved } from '#lib/actions/contracts/save-contract.ts'
import { updateContractV2, updateContractV3 } from '#lib/actions/records.ts'
import type { ContractVersion } from '#lib/actions/contracts/read-contract.ts'
import { type JsonObject, isJsonObject, parseExact } from '#lib/core/json.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { contractQuery } from '#lib/queries/options.ts'
import { differingTerms } from '#lib/rules/contract-edit/contract-patch.ts'
import { termsOf } from '#lib/rules/contract-edit/contract-terms.ts'
import { newTermProblems } from '#lib/rules/contract-edit/term-problems.ts'
import { edited, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { termLines } from './term-words.ts'

/** The terms that a contract's form edits, and the contract's id. */
export type OpenTerms = Editable & { id: string }

/** Takes the terms of a contract from its record, for the form. `shape` describes their fields. */
export function openTerms(id: string, record: JsonObject, shape: ObjectShape): OpenTerms {
  const base = termsOf(record)
  return { id, base, shape, text: JSON.stringify(base) }
}

/**
 * The form of a contract's terms for each version of the partner's API. Use the version that the
 * contract was read by. The form closes after it has saved the terms.
 */
export const contractForms = { 2: contractForm(2), 3: contractForm(3) }

function contractForm(version: ContractVersion) {
  const send = version === 2 ? updateContractV2 : updateContractV3
  return formSpec({
    kind: 'contract',
    noun: 'contract',
    send,
    request: (loaded: OpenTerms, draft) => ({
      id: loaded.id,
      base: JSON.stringify({ ...loaded.base, contract_id: loaded.id }),
      wanted: JSON.stringify(termsIn(loaded, draft)),
    }),
    settle(client, done: ContractSaved, { loaded }) {
      client.setQueryData(contractQuery({ id: loaded.id }).queryKey, {
        contract: done.contract,
        version: done.version,
      })
      void outdate(client, version === 2 ? 'updateContractV2' : 'updateContractV3')
      return undefined
    },
    rebase(now, text) {
      const base = parseExact(text)
      return isJsonObject(base) ? { ...now, text, base } : now
    },
    countChanges: (loaded, draft) => differingTerms(loaded.base, termsIn(loaded, draft)).length,
    problems: (loaded, draft) => newTermProblems(loaded.base, termsIn(loaded, draft)),
    conflict: { linesOf: termLines },
  })
}

function termsIn({ base, shape }: OpenTerms, draft: DraftObject): JsonObject {
  return edited(base, shape, draft) as JsonObject // an object's edits make an object
}
