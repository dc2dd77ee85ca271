import { readFileSync } from 'node:fs'
import Ajv2020 from 'ajv/dist/2020.js'

type Shape = { method: string; path: RegExp; ok?: string; refusal?: string }

const uuid = '[0-9a-f-]{36}'
const captures = '/api/charge_captures/v1'
const creations = '/api/charge_capture_claim_creation/v1'
const contracts = '/api/contracts'
const spans = '/api/provider-credentialing-span/v2'

// Which shape of the wire schema answers which request; the first match decides.
const shapes: Shape[] = [
  { method: 'POST', path: new RegExp(`^${captures}$`), ok: 'ChargeCapture', refusal: 'errors.createCharge' },
  { method: 'POST', path: new RegExp(`^${captures}/create-from-pre-encounter$`), ok: 'ChargeCapture', refusal: 'errors.createCharge' },
  { method: 'POST', path: new RegExp(`^${captures}/find-by-metadata$`), ok: 'ChargeCapturePage' },
  { method: 'PATCH', path: new RegExp(`^${captures}/${uuid}$`), ok: 'ChargeCapture', refusal: 'errors.updateCharge' },
  { method: 'GET', path: new RegExp(`^${captures}$`), ok: 'ChargeCapturePage' },
  { method: 'GET', path: new RegExp(`^${captures}/${uuid}$`), ok: 'ChargeCapture' },
  { method: 'GET', path: new RegExp(`^${creations}$`), ok: 'ChargeCaptureClaimCreationPage' },
  { method: 'GET', path: new RegExp(`^${creations}/all/summary$`), ok: 'ChargeCaptureClaimCreationSummary' },
  { method: 'GET', path: new RegExp(`^${creations}/${uuid}$`), ok: 'ChargeCaptureClaimCreation' },
  { method: 'PATCH', path: new RegExp(`^${creations}/error/`), refusal: 'errors.resolveError' },
  { method: 'POST', path: /^\/api\/encounters\/v4\/create-from-pre-encounter$/, ok: 'Encounter', refusal: 'errors.encounterFromPre' },
  { method: 'GET', path: /^\/api\/encounters\/v4$/, ok: 'EncounterPage', refusal: 'errors.encounterList' },
  { method: 'GET', path: /^\/api\/encounters\/v4\/./, ok: 'Encounter' },
  { method: 'GET', path: /^\/api\/organization-providers\/v3\/./, ok: 'OrganizationProviderV2' },
  { method: 'GET', path: /^\/api\/organization-service-facilities\/v2\/./, ok: 'OrganizationServiceFacility' },
  { method: 'GET', path: /^\/api\/custom-schemas\/v1\/./, ok: 'Schema' },
  { method: 'GET', path: /^\/patients\/v1\//, ok: 'Patient' },
  { method: 'GET', path: /^\/appointments\/v1\//, ok: 'Appointment' },
  { method: 'GET', path: /^\/api\/payers\/v3\/./, ok: 'PayerV3' },
  { method: 'GET', path: /^\/api\/organization-providers\/v3$/, ok: 'OrganizationProviderPageV2' },
  { method: 'GET', path: /^\/api\/organization-service-facilities\/v2$/, ok: 'OrganizationServiceFacilityPage' },
  { method: 'GET', path: /^\/api\/custom-schemas\/v1$/, ok: 'SchemaGetMultiResponse' },
  { method: 'GET', path: new RegExp(`^${contracts}/v2$`), ok: 'V2ContractsPage' },
  { method: 'POST', path: new RegExp(`^${contracts}/v2$`), ok: 'V2ContractWithProviders', refusal: 'errors.v2update' },
  { method: 'GET', path: new RegExp(`^${contracts}/v2/`), ok: 'V2ContractWithProviders' },
  { method: 'PATCH', path: new RegExp(`^${contracts}/v2/`), ok: 'V2ContractWithProviders', refusal: 'errors.v2update' },
  { method: 'DELETE', path: new RegExp(`^${contracts}/v[23]/[^/]+$`), refusal: 'errors.v2delete' },
  { method: 'GET', path: new RegExp(`^${contracts}/v3$`), ok: 'V3ContractsPage' },
  { method: 'POST', path: new RegExp(`^${contracts}/v3$`), ok: 'V3ContractWithProvidersUnion', refusal: 'errors.v3update' },
  { method: 'GET', path: new RegExp(`^${contracts}/v3/[^/]+$`), ok: 'V3ContractWithProvidersUnion' },
  { method: 'PATCH', path: new RegExp(`^${contracts}/v3/[^/]+$`), ok: 'V3ContractWithProvidersUnion', refusal: 'errors.v3update' },
  { method: 'GET', path: new RegExp(`^${contracts}/v3/[^/]+/providers$`), ok: 'V3ContractProvidersPage', refusal: 'errors.addProviders' },
  { method: 'POST', path: new RegExp(`^${contracts}/v3/[^/]+/providers$`), ok: 'V3AddContractProvidersResponse', refusal: 'errors.addProviders' },
  { method: 'DELETE', path: new RegExp(`^${contracts}/v3/[^/]+/providers$`), ok: 'V3ContractProviderCount', refusal: 'errors.removeProviders' },
  { method: 'GET', path: new RegExp(`^${contracts}/v3/[^/]+/providers/credentialing$`), ok: 'V3ContractProviderCredentialingPage', refusal: 'errors.addProviders' },
  { method: 'POST', path: new RegExp(`^${contracts}/v3/[^/]+/service-facilities$`), ok: 'V3ContractServiceFacility', refusal: 'errors.addProviders' },
  { method: 'PATCH', path: new RegExp(`^${contracts}/v3/[^/]+/service-facilities/`), ok: 'V3ContractServiceFacility', refusal: 'errors.addProviders' },
  { method: 'GET', path: new RegExp(`^${spans}/facility$`), ok: 'FacilityCredentialingSpanPage' },
  { method: 'POST', path: new RegExp(`^${spans}/facility$`), ok: 'FacilityCredentialingSpan', refusal: 'errors.createFacilitySpan' },
  { method: 'GET', path: new RegExp(`^${spans}/facility/`), ok: 'FacilityCredentialingSpan' },
  { method: 'PATCH', path: new RegExp(`^${spans}/facility/`), ok: 'FacilityCredentialingSpan' },
  { method: 'GET', path: new RegExp(`^${spans}$`), ok: 'ProviderCredentialingSpanPage' },
  { method: 'POST', path: new RegExp(`^${spans}$`), ok: 'ProviderCredentialingSpan', refusal: 'errors.createFacilitySpan' },
  { method: 'GET', path: new RegExp(`^${spans}/`), ok: 'ProviderCredentialingSpan' },
  { method: 'PATCH', path: new RegExp(`^${spans}/`), ok: 'ProviderCredentialingSpan' },
]

// Refusals that any operation may answer: a malformed request, a missing record, a key without the right.
const commonRefusal = { names: ['EntityNotFoundError', 'HttpRequestValidationsError', 'UnauthorizedError'], shape: 'errors.createCharge' }

const ajv = new Ajv2020({ strict: false, allErrors: true, allowUnionTypes: true })
ajv.addSchema(JSON.parse(readFileSync(new URL('../../contract/testdata/wire.schema.json', import.meta.url), 'utf8')), 'wire')

/** What the wire schema finds wrong with an answer: empty when it fits, or when the schema has no shape for it. */
export function judgeAnswer(method: string, path: string, status: number, body: string): string[] {
  const shape = shapes.find((candidate) => candidate.method === method && candidate.path.test(path))
  const name = status < 400 ? shape?.ok : refusalShape(shape, body)
  // 401 and malformed requests apply to every operation and stand in no operation's list of refusals.
  if (!name || status === 401 || status === 400 || status === 413) return []
  const validate = ajv.getSchema(`wire#/wire/${name}`)
  if (!validate) throw new Error(`the wire schema has no shape ${name}`)
  if (validate(JSON.parse(body))) return []
  // "Must be null" and "no schema of anyOf" only repeat what the other complaint about the same place says.
  const said = (validate.errors ?? []).filter(({ keyword, message }) => keyword !== 'anyOf' && message !== 'must be null')
  const places = said.map(({ instancePath, message, params }) => `${method} ${path}: ${name}${instancePath.replaceAll(/\/\d+/g, '/*')} ${message} ${JSON.stringify(params)}`)
  return [...new Set(places)]
}

function refusalShape(shape: Shape | undefined, body: string): string | undefined {
  const { errorName } = JSON.parse(body) as { errorName: string }
  return shape && commonRefusal.names.includes(errorName) ? commonRefusal.shape : shape?.refusal
}
