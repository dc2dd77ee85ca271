'use client'
import { RecordRead } from '#components/form/reading/record-read.tsx'
import { encounterQuery } from '#lib/queries/options.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { EncounterView } from './encounter-view.tsx'

const list = { href: '/encounters', label: 'Encounters' }

/** One encounter. `reply` is what the server read for this page, `shape` how the contract describes an encounter. */
export function EncounterPage({ id, reply, shape }: { id: string; reply: Promise<string>; shape: ObjectShape }) {
  return (
    <RecordRead options={encounterQuery(id)} first={reply} list={list}>
      {(reading) => <EncounterView key={id} id={id} {...reading} shape={shape} />}
    </RecordRead>
  )
}
