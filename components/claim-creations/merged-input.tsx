'use client'
import { useState } from 'react'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { ValueView } from '#components/form/reading/value-view.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { type Json, isJsonObject } from '#lib/core/json.ts'
import { type FieldShape, type ObjectShape, shapeAt } from '#lib/rules/edit/field-shape.ts'

/**
 * The data that the partner merged from the captures and sent for billing, with the raw text on
 * demand.
 */
export function MergedInput({ input, body }: { input: Json | undefined; body: ObjectShape }) {
  const [isRaw, setRaw] = useState(false)
  if (input === null || input === undefined) {
    return (
      <Card title="Data sent for billing">
        <p className="text-sm text-ink-2">No data yet. The partner hasn’t merged the captures.</p>
      </Card>
    )
  }
  const shape = shapeAt(body, 'data')
  const toggle = (
    <Button size="small" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
      Raw JSON
    </Button>
  )
  return (
    <Card title="Data sent for billing" actions={toggle}>
      {isRaw || !isJsonObject(input) ? (
        // A text box scrolls, selects and copies by keyboard, which a plain block does not.
        <Textarea
          readOnly
          rows={24}
          aria-label="Data sent for billing as JSON"
          value={JSON.stringify(input, null, 2)}
          className="max-h-128! font-mono text-xs!"
        />
      ) : (
        <Parts input={input} shape={shape} />
      )}
    </Card>
  )
}

function Parts({
  input,
  shape,
}: {
  input: { [name: string]: Json }
  shape: FieldShape | undefined
}) {
  const known = shape?.kind === 'object' ? shape.members : {}
  const filled = (name: string) => input[name] !== null && input[name] !== undefined
  const isBlock = (name: string) => typeof input[name] === 'object'
  const order = [
    ...Object.keys(known).filter(filled),
    ...Object.keys(input).filter((name) => filled(name) && !Object.hasOwn(known, name)),
  ]
  const scalars = Object.fromEntries(
    order.filter((name) => !isBlock(name)).map((name) => [name, input[name]!]),
  )
  return (
    <div className="flex flex-col gap-4">
      {Object.keys(scalars).length > 0 && <ValueView value={scalars} shape={shape} />}
      {order.filter(isBlock).map((name) => (
        <div key={name} className="border-t border-line pt-3">
          <h3 className="mb-1.5 text-xs font-semibold text-ink-2">{fieldLabel(name)}</h3>
          <ValueView value={input[name]} shape={known[name]} name={name} />
        </div>
      ))}
    </div>
  )
}
