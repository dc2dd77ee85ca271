import type { PlacedIssues } from '#components/form/marks/issue-marks.ts'
import { formSpec, type Editable } from '#components/form/writing/use-record-form.tsx'
import { createChargeCapture, createChargeCaptureFromPreEncounter } from '#lib/actions/records.ts'
import type { CreateReply } from '#lib/actions/writing/write-replies.ts'
import { isJsonObject, parseExact, type JsonObject } from '#lib/core/json.ts'
import type { Issue } from '#lib/core/result.ts'
import { outdate } from '#lib/queries/outdates.ts'
import type { DraftKind } from '#lib/rules/edit/draft-kinds.ts'
import { editableShape } from '#lib/rules/edit/edit-scope.ts'
import { type ObjectShape, isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { creationBody, missingMembers } from '#lib/rules/new-records/new-capture.ts'
import { readTaken, type TakenOver } from '#lib/rules/new-records/take-over.ts'
import { marksByName, placeRemarks } from '#components/charge-captures/checks/field-marks.ts'
import type { SavePast } from '#components/charge-captures/saving/use-save-gate.tsx'

/** Which of the two ways of creating a capture. */
export type CreateKind = 'plain' | 'pre-encounter'

export type Created = Extract<CreateReply, { kind: 'created' }>
export type Taken = Extract<CreateReply, { kind: 'taken' }>

/**
 * A capture that does not exist yet; `body` is the shape of the body that creates it, `taken` what
 * its base took over from a known patient.
 */
export type UnsavedCapture = Editable & { body: ObjectShape; taken?: TakenOver | undefined }

/** A new capture over another base, with the text that its draft stores. */
export function unsavedCapture(
  body: ObjectShape,
  base: JsonObject,
  taken?: TakenOver,
): UnsavedCapture {
  return {
    base,
    text: JSON.stringify(taken ? { base, taken } : base),
    shape: editableShape(body, base),
    body,
    taken,
  }
}

/** The form of each way of creating a capture. */
export const newCaptureForms = {
  plain: newCaptureForm('plain', 'new-charge-capture', createChargeCapture),
  'pre-encounter': newCaptureForm(
    'pre-encounter',
    'new-from-pre-encounter',
    createChargeCaptureFromPreEncounter,
  ),
}

const needed: { [K in CreateKind]: string[] } = {
  plain: ['charge_external_id', 'patient_external_id', 'status'],
  'pre-encounter': [
    'pre_encounter_patient_id',
    'pre_encounter_appointment_ids',
    'charge_external_id',
    'status',
  ],
}

/** The members that the operation asks for, as their controls are named. */
export function neededMembers(kind: CreateKind): string[] {
  return needed[kind]
}

function newCaptureForm(kind: CreateKind, draft: DraftKind, send: typeof createChargeCapture) {
  return formSpec<UnsavedCapture, { body: string; past?: SavePast | undefined }, Created, Taken>({
    kind: draft,
    noun: 'charge capture',
    isNew: true,
    send,
    request: ({ base, shape }, draft) => ({
      body: JSON.stringify(creationBody(base, shape, draft)),
    }),
    settle: (client) => void outdate(client, 'createChargeCapture'),
    // A draft's rows refer to rows of its base, which may be a copy of an older version of the
    // capture.
    rebase(first, text) {
      const stored = text === '' ? undefined : parseExact(text)
      if (!isJsonObject(stored)) return first
      const taken = readTaken(stored.taken)
      const base = taken && isJsonObject(stored.base) ? stored.base : stored
      return { ...unsavedCapture(first.body, base, taken), text }
    },
    problems: ({ base, shape }, draft) =>
      missingMembers(creationBody(base, shape, draft), needed[kind]).map((path) => ({
        path,
        message: 'Required to create a charge capture.',
      })),
    place: placeInNewCapture,
    taken: { path: 'charge_external_id', message: 'This ID is already used.' },
  })
}

// The header's own members have no place in the data; their names are their controls' names.
function placeInNewCapture(
  issues: readonly Issue[],
  from: 'form' | 'refused',
  { base, shape }: UnsavedCapture,
): PlacedIssues {
  const remarks = issues.map(({ path, message }) => ({
    field: path,
    mark: { from, severity: 'error' as const, message },
  }))
  const own = remarks
    .filter(({ field }) => isControl(field, shape))
    .map((remark) => ({ ...remark, name: remark.field }))
  const others = remarks.filter(({ field }) => !isControl(field, shape))
  const placed = [...own, ...placeRemarks(others, base.data, shape, shape)]
  return {
    marks: marksByName(placed),
    unplaced: placed
      .filter(({ name }) => name === undefined)
      .map(({ field, mark }) => (field ? `${field}: ${mark.message}` : mark.message)),
    firstBad: placed.find(({ name }) => name !== undefined)?.name,
  }
}

function isControl(field: string, shape: ObjectShape): boolean {
  const member = shapeAt(shape, field)
  return member !== undefined && isLeaf(member)
}
