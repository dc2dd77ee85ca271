'use client'
import { fieldLabel } from '#components/form/field-label.ts'
import { Section } from '#components/form/section.tsx'
import { ValueView } from '#components/form/value-view.tsx'
import type { JsonObject } from '#lib/core/json.ts'
import { isJsonObject } from '#lib/core/json.ts'
import { editableSections } from '#lib/rules/edit-scope.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { shapeAt } from '#lib/rules/field-shape.ts'
import { otherData, readOnlySections } from './section-list.ts'

/** Everything else that the capture holds: shown, not edited here, and sent back exactly as it came. */
export function ReadOnlyCards({ capture, body }: { capture: JsonObject; body: ObjectShape }) {
  const data = capture.charge_capture_data
  const other = otherData(data, body)
  const known = body.members.data
  const missing = known?.kind === 'object' ? Object.keys(known.members).filter((name) => isSection(body, name) && isEmpty(isJsonObject(data) ? data[name] : undefined)) : []
  return (
    <>
      {readOnlySections(data, body).map(({ name, value }) => (
        <Section key={name} at={`data.${name}`} title={fieldLabel(name)} note="read only">
          <ValueView value={value} shape={shapeAt(body, `data.${name}`)} name={name} />
        </Section>
      ))}
      {Array.isArray(capture.metadata) && capture.metadata.length > 0 && (
        <Section at="metadata" title="Metadata" note="read only">
          <ValueView value={capture.metadata} shape={shapeAt(body, 'metadata')} />
        </Section>
      )}
      {Object.keys(other).length > 0 && (
        <Section at="data.other" title="Other data" note="not known to the console; kept as it is">
          <ValueView value={other} />
        </Section>
      )}
      {missing.length > 0 && <p className="px-1 text-xs text-ink-3">Not on this capture: {missing.map((name) => fieldLabel(name)).join(', ')}.</p>}
    </>
  )
}

const editedSections = new Set<string>(editableSections)

function isSection(body: ObjectShape, name: string): boolean {
  const kind = shapeAt(body, `data.${name}`)?.kind
  return (kind === 'object' || kind === 'list') && !editedSections.has(name)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
