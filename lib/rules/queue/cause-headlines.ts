/**
 * A message that partners are known to send, and the headline of its cause; `$1` is what the first
 * group matched.
 */
type Headline = readonly [message: RegExp, headline: string]

/**
 * The headlines of known messages, written by hand: a sentence whose values were taken out would
 * have holes. A message without values is its own headline and has no entry.
 */
const headlines: readonly Headline[] = [
  // Dates
  [
    /^End date of service \S+ is before the date of service/,
    'End date of service is before the date of service',
  ],
  [/^Line \d+ ends on \S+, before it starts on/, 'Line ends before it starts'],
  [/^Date of service \S+ is in the future/, 'Date of service is in the future'],
  [/^Line \d+ date of service \S+ is in the future/, 'Line date of service is in the future'],
  [/^End date of service \S+ is in the future/, 'End date of service is in the future'],
  [
    /^Line \d+ end date of service \S+ is in the future/,
    'Line end date of service is in the future',
  ],
  [
    /^Admission date \S+ is after the service of/,
    'Admission date is after the service at an inpatient place',
  ],
  [/^Enter a real date, such as/, 'Not a real date'],
  [
    /^Line \d+ date of service \S+ is outside the visit/,
    'Line date of service is outside the visit’s dates',
  ],
  [
    /^Date of service \S+ is before the patient/,
    'Date of service is before the patient’s date of birth',
  ],
  [
    /^Line \d+ (?:end )?date of service \S+ is before the patient/,
    'Line date of service is before the patient’s date of birth',
  ],
  [
    /^End date of service \S+ is before the patient/,
    'End date of service is before the patient’s date of birth',
  ],
  [/^(?:Line \d+ )?(.*date of service) \S+ is after the discharge/i, '$1 is after the discharge'],
  [
    /^(?:Line \d+ )?(.*date of service) \S+ is more than three days before/i,
    '$1 is more than three days before the admission',
  ],
  [/^(?:Line \d+ )?(.+) has more than \d+ characters, so/, '$1 is longer than a claim can carry'],
  [/^Accident date \S+ is after the date of service/, 'Accident date is after the date of service'],
  [
    /^Discharge date \S+ is before the admission date/,
    'Discharge date is before the admission date',
  ],
  [/^Onset date \S+ is after the date of service/, 'Onset date is after the date of service'],
  [
    /^Admission date is needed for place of service/,
    'Admission date is missing for this place of service',
  ],
  [/^Admission date is needed for room and board/, 'Admission date is missing for room and board'],
  [/^Limit passed [\d,]+ days? ago/, 'Filing limit has passed'],
  [/^(.+) is \d+ years ago or more/, '$1 is 150 years ago or more'],
  [/^.+ has a sign that nobody sees/, 'A value has a sign that nobody sees'],
  // Diagnoses
  [
    /^Diagnosis code .+ is not a valid ICD-10-CM code/,
    'Diagnosis code is not a valid ICD-10-CM code',
  ],
  [/^Diagnosis code \S+ is listed more than once/, 'Diagnosis is listed more than once'],
  [/^Diagnosis code \S+ is in lowercase/, 'Diagnosis code is in lowercase'],
  [
    /^Diagnosis code \S+ isn’t in the ICD-10-CM list/,
    'Diagnosis code isn’t in the year’s ICD-10-CM list',
  ],
  [/^Diagnosis code \S+ isn’t billable/, 'Diagnosis code isn’t billable: a longer code is needed'],
  [
    /^Code \S+ is an external cause, which is never first/,
    'An external cause is the first diagnosis',
  ],
  [
    /^Diagnosis .+ has an ICD-9 type .+ on an ICD-10 code/,
    'Diagnosis has an ICD-9 type on an ICD-10 code',
  ],
  [/^Diagnosis \d+ has an ICD-9 code type/, 'Diagnosis has an ICD-9 code type'],
  [
    /^The first diagnosis must be the principal diagnosis/,
    'First diagnosis is not marked as principal',
  ],
  [/^The principal diagnosis must come first/, 'Principal diagnosis is not the first'],
  [/^Diagnoses .+ are both marked as principal/, 'Two diagnoses are marked as principal'],
  [/^A claim carries at most \d+ diagnoses/, 'Too many diagnoses for one claim'],
  // Lines
  [
    /^Line \d+ points to (?:an invalid diagnosis|diagnosis \S+) \(pointer .+\), but \d/,
    'A line points to a diagnosis that is not there',
  ],
  [
    /^Line \d+ points to diagnosis \S+ \(pointer .+\), but a line can point to/,
    'A line points to a diagnosis after the twelfth',
  ],
  [
    /^Line \d+ points to .+, which is not a principal or other diagnosis/,
    'A line points to a diagnosis of another kind',
  ],
  [/^Line \d+ points to .+ more than once/, 'A line points to a diagnosis more than once'],
  [/^Line \d+ points to \d+ diagnoses; at most/, 'A line points to more than four diagnoses'],
  [/^Line \d+ points to no diagnosis/, 'A line points to no diagnosis'],
  [/^Line \d+ quantity .+ is not a number above zero/, 'Quantity is zero or not a number'],
  [/^Line \d+ quantity .+ has more than/, 'Quantity has too many decimals'],
  [
    /^Line \d+ charge amount .+ is not a whole number of cents/,
    'Charge is not a whole number of cents',
  ],
  [/^Line \d+ charge amount is more than a claim can hold/, 'Charge is more than a claim can hold'],
  [
    /^The charges add up to more than a claim can hold/,
    'Charges add up to more than a claim can hold',
  ],
  [/^Line \d+ is the form’s total/, 'A line is the total of a form'],
  [
    /^Line \d+ has (?:no|a) revenue code, but line 1 has/,
    'Institutional and professional lines in one capture',
  ],
  [/^Line \d+ units .+ aren’t valid/, 'Units are neither UN (units) nor MJ (minutes)'],
  [/^Line \d+ lists modifier .+ more than once/, 'Modifier is listed more than once on a line'],
  [/^Line \d+ modifier .+ is not two letters or digits/, 'Modifier is not two letters or digits'],
  [/^Line \d+ has \d+ modifiers; at most/, 'Line has more than four modifiers'],
  [
    /^Line \d+ has modifiers \S+ and \S+, which exclude each other/,
    'Two modifiers of a line exclude each other',
  ],
  [/^Line \d+ has modifiers \S+ and \S+: /, 'Two modifiers of a line are seldom right together'],
  [
    /^Line \d+ has modifier \S+, which belongs to (.+), not to/,
    'Modifier of $1 is on another procedure',
  ],
  [/^Line \d+ has \S+ units, but modifier/, 'Modifier allows fewer units'],
  [
    /^Line \d+ has modifier \S+, which means telehealth/,
    'Modifier means telehealth, but the place of service is another one',
  ],
  [
    /^Line \d+ modifier \S+ is (?:not )?live, but the visit is/,
    'Telehealth modifier and synchronicity disagree',
  ],
  [/^Line \d+ has \S+ minutes, but a claim/, 'Minutes of anesthesia are not whole'],
  [/^Line \d+ is an ambulance trip, but place/, 'Ambulance trip has another place of service'],
  [/^Line \d+ is the discarded amount/, 'Discarded drug (JW) without the amount that was given'],
  [/^Line \d+ has a national drug code, but/, 'National drug code on a line without a drug'],
  [/^Line \d+ is in minutes/, 'Minutes (MJ) on a line that is not anesthesia'],
  [/^Line \d+ is anesthesia, but no modifier/, 'No modifier says who gave the anesthesia'],
  [/^Line \d+ has the unlisted code/, 'An unlisted code has no description'],
  [/^Line \d+ is a drug for Medicaid without/, 'Drug for Medicaid without a national drug code'],
  [
    /^Line \d+ is equipment for Medicare without/,
    'Equipment for Medicare without an ordering provider',
  ],
  [/^A professional claim to Medicare charges at most/, 'Claim charges more than Medicare takes'],
  [/^Line \d+ has \d+ test results; at most/, 'Line has more than five test results'],
  [/^Line \d+ has the external ID .+ of an earlier line/, 'Two lines have the same external ID'],
  [
    /^Line \d+ procedure code .+ isn’t a CPT or HCPCS code/,
    'Procedure code isn’t a CPT or HCPCS code',
  ],
  [
    /^Line \d+ revenue code .+ is not four digits/,
    'Revenue code is not four digits starting with 0 to 3',
  ],
  [/^Line \d+ national drug code .+ is not 11 digits/, 'National drug code is not 11 digits'],
  [
    /^Line \d+ drug unit of measure .+ is not one of/,
    'Drug unit of measure is not ML, UN, GR, F2 or ME',
  ],
  [
    /^Line \d+ place of service \S+ differs from the visit/,
    'Line place of service differs from the visit’s',
  ],
  [/^.+ place of service .+ is not a two-digit code/, 'Place of service is not a two-digit code'],
  [/^.+ place of service \S+ \(.+\) begins on/, 'Place of service begins after the service'],
  [/^.+ place of service \S+ is not in the CMS list/, 'Place of service is not in the CMS list'],
  [
    /^Service line \d+ is already billed by charge capture/,
    'Line is already billed by another capture of the claim',
  ],
  [/^The claim would have \d+ service lines; at most/, 'Too many service lines for one claim'],
  [/^Attachment \d+ has no control number/, 'Attachment has no control number'],
  // People, places and payers
  [/^(?:Line \d+ )?(.+) NPI \S+ fails its check digit/, '$1 NPI fails its check digit'],
  [/^(?:Line \d+ )?(.+) NPI .+ is not ten digits/, '$1 NPI is not ten digits starting with 1 or 2'],
  [
    /^(.+) taxonomy code .+ is not ten characters/,
    '$1 taxonomy code is not ten characters ending in X',
  ],
  [/^(?:Line \d+ )?(.+) ZIP code .+ is not five digits/, '$1 ZIP code is not five digits'],
  [/^(?:Line \d+ )?(.+) ZIP\+4 .+ is not four digits/, '$1 ZIP+4 is not four digits'],
  [
    /^(?:Line \d+ )?(.+) state .+ is not a two-letter state code/,
    '$1 state is not a two-letter state code',
  ],
  [/^Payer id \S+ is not mapped to a payer/, 'Payer ID is not mapped to a payer'],
  [
    /^Billing provider NPI \S+ is not a billing provider of/,
    'Billing provider NPI is not one of the organization’s',
  ],
  [
    /^Rendering provider NPI \S+ was not found among/,
    'Rendering provider NPI is not among the organization’s',
  ],
  [
    /^Rendering provider NPI \S+ joined the organization on/,
    'Rendering provider joined after the date of service',
  ],
  [
    /^Rendering provider NPI \S+ left the organization on/,
    'Rendering provider left before the date of service',
  ],
  [/^Service facility id \S+ was not found/, 'Service facility ID was not found'],
  [
    /^Service facility NPI \S+ was not found among/,
    'Service facility NPI is not among the organization’s',
  ],
  [
    /^Service facility name does not match the facility with NPI/,
    'Service facility name does not match its NPI',
  ],
  [/^Another encounter has the external id/, 'Another encounter has this external ID'],
  [
    /^Another encounter has the patient control number/,
    'Another encounter has this patient control number',
  ],
  [
    /^Patient external id .+ differs from the charge capture/,
    'Patient ID differs from the charge capture’s',
  ],
  // Whole claims
  [
    /^Charge captures \S+ and \S+ differ in (?:the )?(.+); one claim can have only one/,
    'Captures disagree: $1',
  ],
  [
    /^Charge captures \S+ and \S+ do not name one (.+); one claim can have only one/,
    'Captures do not name one $1',
  ],
  [
    /^Charge capture \S+ bills institutional lines/,
    'Captures mix institutional and professional lines',
  ],
  [/^A claim carries at most \d+ attachments/, 'Too many attachments for one claim'],
  [/^Referral number has \d+ characters; at most/, 'Referral number has more than 50 characters'],
]

// The label of a field, of which a word may end with a digit ("indicator3"). Any other text in its
// place may be a value.
const label = /^(?:[\p{L}’' -]|(?<=\p{L})\d(?![\p{L}\d])){1,160}$/u

/** The headline of a message that partners are known to send; undefined for another one. */
export function headlineOf(message: string): string | undefined {
  for (const [pattern, headline] of headlines) {
    const match = pattern.exec(message)
    if (!match) continue
    const [, part] = match
    if (part === undefined) return headline
    if (!label.test(part)) return undefined
    const words = headline.replace('$1', () => part)
    return words.charAt(0).toUpperCase() + words.slice(1)
  }
  return undefined
}
