'use client'
import { memo } from 'react'
import type { JsonObject } from '#lib/core/json.ts'
import type { ObjectShape } from '#lib/rules/field-shape.ts'
import { ReadOnlyCards } from './read-only-cards.tsx'
import { DetailsSection } from './sections/details-section.tsx'
import { DiagnosesSection } from './sections/diagnoses-section.tsx'
import { FacilitySection } from './sections/facility-section.tsx'
import { HeaderSection } from './sections/header-section.tsx'
import { LinesSection } from './sections/lines-section.tsx'
import { PatientSection } from './sections/patient-section.tsx'
import { ProviderSection } from './sections/provider-section.tsx'
import { SubscriberSection } from './sections/subscriber-section.tsx'

/** The sections of a capture, top to bottom. It is drawn anew when the capture is, not with every key pressed. */
export const CaptureForm = memo(function CaptureForm({ capture, body }: { capture: JsonObject; body: ObjectShape }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <HeaderSection />
      <PatientSection />
      <SubscriberSection />
      <ProviderSection at="data.rendering_provider" title="Rendering provider" />
      <ProviderSection at="data.billing_provider" title="Billing provider" />
      <FacilitySection />
      <DiagnosesSection />
      <LinesSection />
      <DetailsSection body={body} />
      <ReadOnlyCards capture={capture} body={body} />
    </div>
  )
})
