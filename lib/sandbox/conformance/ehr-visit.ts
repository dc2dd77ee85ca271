import type { CandidApi, CandidApiClient } from 'candidhealth'
import { expectOk } from './expect-ok.ts'

type Request = CandidApi.chargeCapture.v1.CreateChargeCaptureRequest

/** Makes requests for new office visits, as an EHR would send them with the published client. */
export type VisitMaker = (change?: Partial<Request['data']>, head?: Partial<Request>) => Request

const home = {
  address1: '12 Elm St',
  city: 'Portland',
  state: 'OR' as const,
  zipCode: '97201',
  zipPlusFourCode: '1234',
}

let made = 0

/** A date some days ago, within all filing limits. */
function visitDate(days = 20): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * Reads the organization's providers, facility and payer, and returns a function that makes valid
 * visits.
 */
export async function prepareVisits(client: CandidApiClient): Promise<VisitMaker> {
  const billing = expectOk(await client.organizationProviders.v3.getMulti({ isBilling: true }))
    .items[0]!
  const staff = expectOk(
    await client.organizationProviders.v3.getMulti({ isRendering: true }),
  ).items
  const rendering = staff.find((provider) => !provider.employmentTerminationDate)!
  const facility = expectOk(await client.organizationServiceFacilities.v2.getMulti()).items.find(
    (each) => each.status === 'active',
  )!
  const payer = expectOk(await client.payers.v3.getAll()).items[0]!
  const address = billing.addresses![0]!.address
  const person = {
    firstName: 'Robin',
    lastName: 'Testcase',
    gender: 'female',
    dateOfBirth: '1980-02-29',
    address: home,
  }
  const data = {
    subscriberPrimary: {
      ...person,
      patientRelationshipToSubscriberCode: '18',
      insuranceCard: {
        memberId: 'MBR100200300',
        payerName: payer.payerName,
        payerId: payer.payerId,
        insuranceType: '12',
        groupNumber: 'G-100',
      },
    },
    billingProvider: {
      organizationName: billing.organizationName,
      npi: billing.npi,
      taxId: billing.taxId,
      taxonomyCode: billing.taxonomyCode,
      address,
    },
    renderingProvider: {
      firstName: rendering.firstName,
      lastName: rendering.lastName,
      npi: rendering.npi,
      taxonomyCode: rendering.taxonomyCode,
    },
    serviceFacility: {
      organizationName: facility.name,
      npi: facility.npi,
      address: facility.address,
    },
    diagnoses: [{ codeType: 'ABK', code: 'E11.9', name: 'Type 2 diabetes, no complications' }],
    serviceLines: [
      {
        procedureCode: 'G0463',
        modifiers: [],
        quantity: '1',
        units: 'UN',
        chargeAmountCents: 12_500,
        diagnosisPointers: [0],
        placeOfServiceCode: '11',
        dateOfService: visitDate(),
      },
    ],
    dateOfService: visitDate(),
    placeOfServiceCode: '11',
    billableStatus: 'BILLABLE',
    responsibleParty: 'INSURANCE_PAY',
    patientAuthorizedRelease: true,
    benefitsAssignedToProvider: true,
    providerAcceptsAssignment: true,
  }
  return (change = {}, head = {}) => {
    made += 1
    const chargeExternalId = `EHR-${process.pid}-${made}`
    const patientExternalId = head.patientExternalId ?? `PAT-${chargeExternalId}`
    const ehrSourceUrl = `https://ehr.example/charges/${chargeExternalId}`
    const patient = { ...person, externalId: patientExternalId }
    const request = {
      chargeExternalId,
      patientExternalId,
      status: 'billable',
      originatingSystem: 'ehr',
      ehrSourceUrl,
      ...head,
      data: { patient, ...data, ...change },
    }
    return request as Request // the client has branded types for ids, which are plain text on the wire
  }
}
