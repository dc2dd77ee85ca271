import type { CandidApi } from 'candidhealth'

type Request = CandidApi.chargeCapture.v1.CreateChargeCaptureRequest

const home = { address1: '12 Elm St', city: 'Portland', state: 'OR' as const, zipCode: '97201', zipPlusFourCode: '1234' }
const clinic = { address1: '1 Main St', city: 'Salem', state: 'OR' as const, zipCode: '97301', zipPlusFourCode: '4000' }

let made = 0

/** A date some days ago: a visit lies in the past and within every filing limit. */
export function visitDate(days = 20): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** A new office visit as an EHR writes it for the published client; a scrubber finds nothing wrong with it. */
export function ehrVisit(change: Partial<Request['data']> = {}, head: Partial<Request> = {}): Request {
  made += 1
  const chargeExternalId = `EHR-${process.pid}-${made}`
  const patientExternalId = `PAT-${chargeExternalId}`
  return {
    chargeExternalId,
    patientExternalId,
    status: 'billable',
    originatingSystem: 'ehr',
    ehrSourceUrl: `https://ehr.example/charges/${chargeExternalId}`,
    ...head,
    data: {
      patient: { firstName: 'Robin', lastName: 'Testcase', gender: 'female', externalId: head.patientExternalId ?? patientExternalId, dateOfBirth: '1980-02-29', address: home },
      subscriberPrimary: {
        firstName: 'Robin',
        lastName: 'Testcase',
        gender: 'female',
        dateOfBirth: '1980-02-29',
        address: home,
        patientRelationshipToSubscriberCode: '18',
        insuranceCard: { memberId: 'MBR100200300', payerName: 'Evergreen Mutual', payerId: '60054', insuranceType: '12', groupNumber: 'G-100' },
      },
      billingProvider: { organizationName: 'Northside Clinic', npi: '1999999984', taxId: '123456789', taxonomyCode: '207Q00000X', address: clinic },
      renderingProvider: { firstName: 'Dana', lastName: 'Fox', npi: '1234567893', taxonomyCode: '207Q00000X' },
      serviceFacility: { organizationName: 'Northside Clinic', npi: '1999999984', address: clinic },
      diagnoses: [{ codeType: 'ABK', code: 'E11.9', name: 'Type 2 diabetes mellitus without complications' }],
      serviceLines: [
        { procedureCode: '99213', modifiers: [], quantity: '1', units: 'UN', chargeAmountCents: 12_500, diagnosisPointers: [0], placeOfServiceCode: '11', dateOfService: visitDate() },
      ],
      dateOfService: visitDate(),
      placeOfServiceCode: '11',
      billableStatus: 'BILLABLE',
      responsibleParty: 'INSURANCE_PAY',
      patientAuthorizedRelease: true,
      benefitsAssignedToProvider: true,
      providerAcceptsAssignment: true,
      ...change,
    },
  } as Request // the client brands its identifiers; they are plain text on the wire
}
