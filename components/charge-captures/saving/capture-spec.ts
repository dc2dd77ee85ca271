import { formSpec, type Editable } from '#components/form/writing/use-record-form.tsx'
import { saveChargeCapture } from '#lib/actions/records.ts'
import type { ChargeCaptureReply } from '#lib/actions/charge-captures/read-charge-capture.ts'
import type { SavedReply } from '#lib/actions/writing/write-replies.ts'
import { type JsonObject, parseExact } from '#lib/core/json.ts'
import { outdate } from '#lib/queries/outdates.ts'
import { chargeCaptureQuery, saveReasonsQuery } from '#lib/queries/options.ts'
import { patchOf } from '#lib/rules/edit/edit-data.ts'
import { editableShape } from '#lib/rules/edit/edit-scope.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { partnerMarks, placeInCapture } from '#components/charge-captures/checks/capture-marks.ts'
import { type LoadedCapture, toLoadedCapture } from '#components/charge-captures/loaded-capture.ts'
import { conflictLabel } from './conflict-label.ts'
import { laterTyping } from './later-typing.ts'
import { outcomeOf } from './save-outcome.ts'
import type { SavePast } from './use-save-gate.tsx'

/**
 * A capture as its editor holds it. `body` is the shape of the update body, `readAt` when the
 * capture was read (UTC milliseconds), `failure` why its claim creation could not be read.
 */
export type OpenCapture = LoadedCapture &
  Editable & { id: string; body: ObjectShape; readAt: number; failure: string | undefined }

type CaptureRequest = { id: string; body: string; base: string; past?: SavePast | undefined }

/** Opens a reply in the editor. */
export function openCapture(
  reply: ChargeCaptureReply,
  { id, body, readAt }: Pick<OpenCapture, 'id' | 'body' | 'readAt'>,
): OpenCapture {
  const loaded = toLoadedCapture(reply)
  const failure = reply.claim_creation_failure?.message
  return { ...loaded, id, body, shape: editableShape(body, loaded.base), readAt, failure }
}

/** The form of a charge capture. Its fields stay open during a save. */
export const captureSpec = formSpec({
  kind: 'charge-capture',
  noun: 'capture',
  send: saveChargeCapture,
  request: ({ id, base, shape, text }: OpenCapture, draft): CaptureRequest => ({
    id,
    body: JSON.stringify(patchOf(base, shape, draft)),
    base: text,
  }),
  settle(client, done: SavedReply, { request, loaded }) {
    const { charge_capture, claim_creation, claim_creation_failure, pre_encounter, fixes } = done
    const records = {
      charge_capture,
      claim_creation,
      claim_creation_failure,
      pre_encounter,
      ...(fixes && { fixes }),
    }
    client.setQueryData(chargeCaptureQuery({ id: loaded.id }).queryKey, records)
    void outdate(client, 'updateChargeCapture')
    if (request.past)
      void client.invalidateQueries({ queryKey: saveReasonsQuery({ id: loaded.id }).queryKey })
    return { ...openCapture(done, { ...loaded, readAt: Date.now() }), failure: undefined }
  },
  rebase(now, text) {
    const { base } = toLoadedCapture({
      charge_capture: text,
      claim_creation: null,
      claim_creation_failure: null,
    })
    return { ...now, text, base, shape: editableShape(now.body, base) }
  },
  savedWords: (done, { request, before, after }) =>
    outcomeOf(done, before, after ?? before, parseExact(request.body) as JsonObject), // our own request wrote it
  place: placeInCapture,
  remarks: partnerMarks,
  conflict: { labelOf: ({ body }) => conflictLabel(parseExact(body) as JsonObject) }, // our own request wrote it
  keepTyping: (sent, next) => laterTyping(sent, next.base, next.shape),
})
