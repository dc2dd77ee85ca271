import { z } from 'zod'
import { cents, localDate, openEnum, timestamp } from '#lib/contract/fields.ts'

// Patient invoices of claim lines.

export const lineInvoiceItem = z.looseObject({
  service_line_id: z.string(),
  amount_cents: cents(),
})

export const lineInvoiceStatus = openEnum([
  'draft',
  'open',
  'paid',
  'void',
  'uncollectible',
  'held',
])

export const lineInvoice = z.looseObject({
  id: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
  organzation_id: z.string(),
  source_id: z.string(),
  source_customer_id: z.string(),
  patient_external_id: z.string(),
  note: z.string().nullish(),
  due_date: localDate(),
  status: lineInvoiceStatus,
  url: z.string().nullish(),
  customer_invoice_url: z.string().nullish(),
  items: z.array(lineInvoiceItem),
})

export const encounterInvoiceDestination = openEnum([
  'STRIPE',
  'CEDAR',
  'HEALTHIE',
  'COLLECTLY',
  'THIRD_PARTY_PAYERS',
  'INSTAMED',
  'REVSPRING',
])

export const encounterServiceLineInvoiceItem = z.looseObject({
  service_line_id: z.string(),
  amount_cents: cents(),
})

export const encounterClaimInvoiceItem = z.looseObject({
  claim_id: z.string(),
  amount_cents: cents(),
})

export const encounterClaimInvoiceItemInfo = z.looseObject({
  claim_invoice_item: encounterClaimInvoiceItem.nullish(),
  service_line_invoice_items: z.record(z.string(), encounterServiceLineInvoiceItem),
})

export const encounterUnattributedInvoiceItem = z.looseObject({
  amount_cents: cents(),
})

export const encounterInvoiceItemInfo = z.looseObject({
  claim_invoice_items: z.record(z.string(), encounterClaimInvoiceItemInfo),
  unattributed_items: z.array(encounterUnattributedInvoiceItem),
})

export const encounterInvoiceDestinationMetadata = z.looseObject({
  invoice_destination: encounterInvoiceDestination,
  source_id: z.string(),
  source_customer_id: z.string(),
  destination_status: z.string().nullish(),
})

export const encounterInvoiceStatus = openEnum([
  'DRAFT',
  'OPEN',
  'PAID',
  'VOID',
  'UNCOLLECTIBLE',
  'HELD',
])

export const encounterInvoice = z.looseObject({
  amount_cents: cents(),
  created_at: timestamp(),
  updated_at: timestamp(),
  organization_id: z.string(),
  invoice_destination_metadata: encounterInvoiceDestinationMetadata,
  patient_external_id: z.string(),
  note: z.string().nullish(),
  due_date: localDate(),
  status: encounterInvoiceStatus,
  url: z.string().nullish(),
  customer_invoice_url: z.string().nullish(),
  items: encounterInvoiceItemInfo,
})

export const encounterInvoiceInfo = z.looseObject({
  id: z.string(),
  invoice: encounterInvoice,
  invoice_type: encounterInvoiceDestination,
})
