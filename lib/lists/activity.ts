import type { FilterSpec, ListSpec } from './list-spec.ts'
import { humanize } from './filter-value.ts'
import type { BaseRow } from './rows/rows.ts'

/** The kinds of records that have a page of their own, by which an entry of the trail links to them. */
export const recordKinds = {
  'charge-capture': { one: 'charge capture', href: '/charge-captures', task: 'getChargeCapture' },
  'claim-creation': { one: 'claim creation', href: '/claim-creations', task: 'getClaimCreation' },
  encounter: { one: 'encounter', href: '/encounters', task: 'getEncounter' },
  contract: { one: 'contract', href: '/contracts', task: 'getContractV3' },
  'facility-span': {
    one: 'facility span',
    href: '/credentialing/facility-spans',
    task: 'getFacilityCredentialingSpan',
  },
  'provider-span': {
    one: 'provider span',
    href: '/credentialing/provider-spans',
    task: 'getProviderCredentialingSpan',
  },
} as const
export type RecordKind = keyof typeof recordKinds

/** What an action does: it reads or changes records, concerns signing in or the settings, or makes a file. */
export const actionGroups = ['reads', 'writes', 'sign-ins', 'settings', 'exports'] as const
export type ActionGroup = (typeof actionGroups)[number]

type ActionSpec = {
  /** What was done, in words: "Changed a charge capture". */
  words: string
  group: ActionGroup
  /** The kind of the records that the entry names, where they have a page. */
  record?: RecordKind
  /** Records on whose page the entry is part of the history, although it names a part of them (a capture, an error). */
  history?: readonly RecordKind[]
}

const read = (words: string, record?: RecordKind): ActionSpec => ({
  words,
  group: 'reads',
  ...(record && { record }),
})
const write = (words: string, record?: RecordKind, history?: readonly RecordKind[]): ActionSpec => ({
  words,
  group: 'writes',
  ...(record && { record }),
  ...(history && { history }),
})
const signIn = (words: string): ActionSpec => ({ words, group: 'sign-ins' })
const setting = (words: string): ActionSpec => ({ words, group: 'settings' })
const exported = (words: string): ActionSpec => ({ words, group: 'exports' })

/** Every action of the trail by its operation. */
export const activityActions: Readonly<Record<string, ActionSpec>> = {
  listClaimCreations: read('Listed claim creations', 'claim-creation'),
  getClaimCreation: read('Opened a claim creation', 'claim-creation'),
  getClaimCreationSummary: read('Read the counts of claim creations'),
  resolveClaimCreationError: write('Resolved an error', undefined, ['claim-creation', 'charge-capture']),
  listChargeCaptures: read('Listed charge captures', 'charge-capture'),
  getChargeCapture: read('Opened a charge capture', 'charge-capture'),
  createChargeCapture: write('Created a charge capture', 'charge-capture', ['claim-creation']),
  createChargeCaptureFromPreEncounter: write('Created a charge capture from pre-encounter records', 'charge-capture', [
    'claim-creation',
  ]),
  updateChargeCapture: write('Changed a charge capture', 'charge-capture', ['claim-creation']),
  resolveChargeCaptureChanges: write('Resolved changes after billing', undefined, ['claim-creation', 'charge-capture']),
  readResolvedUpdates: read('Read resolved changes after billing', 'claim-creation'),
  readOverpayments: read('Read possible overpayments', 'claim-creation'),
  closeOverpayment: write('Closed a possible overpayment', 'claim-creation'),
  keepSaveReason: write('Saved a charge capture with open errors', 'charge-capture', ['claim-creation']),
  readSaveReasons: read('Read why a charge capture was saved with open errors', 'charge-capture'),
  startBulkFix: write('Chose captures for a bulk fix'),
  readBulkRows: read('Read the captures of a bulk fix', 'charge-capture'),
  sendBulkFix: write('Sent a bulk fix'),
  undoBulkFix: write('Undid a bulk fix'),
  steerBulkFix: write('Stopped a bulk fix or let it go on'),
  giveBulkReason: write('Gave the reason of a bulk fix', 'charge-capture', ['claim-creation']),
  askBulkApproval: write('Asked for approval of a bulk fix'),
  approveBulkFix: write('Approved a bulk fix'),
  declineBulkFix: write('Declined a bulk fix'),
  readBulkApprovals: read('Read the bulk fixes that wait for approval'),
  resolveManyErrors: write('Resolved many errors'),
  listEncounters: read('Listed encounters', 'encounter'),
  getEncounter: read('Opened an encounter', 'encounter'),
  createEncounterFromPreEncounter: write('Created an encounter', 'encounter'),
  findDiagnosisCodes: read('Looked up diagnosis codes'),
  listPatients: read('Searched pre-encounter patients'),
  listAppointments: read('Listed pre-encounter appointments'),
  getPatient: read('Opened pre-encounter records'),
  listContractsV3: read('Listed contracts', 'contract'),
  listContractsV2: read('Listed v2 contracts', 'contract'),
  getContractV3: read('Opened a contract', 'contract'),
  createContractV3: write('Created a contract', 'contract'),
  createContractV2: write('Created a v2 contract', 'contract'),
  updateContractV3: write('Changed a contract', 'contract'),
  deleteContractV3: write('Deleted a contract', 'contract'),
  getContractV2: read('Opened a v2 contract', 'contract'),
  updateContractV2: write('Changed a v2 contract', 'contract'),
  deleteContractV2: write('Deleted a v2 contract', 'contract'),
  createContractServiceFacility: write('Added a service facility to a contract', 'contract'),
  updateContractServiceFacility: write('Changed a contract’s service facility', 'contract'),
  listContractProviders: read('Listed a contract’s providers', 'contract'),
  addContractProviders: write('Added providers to a contract', 'contract'),
  removeContractProviders: write('Removed providers from a contract', 'contract'),
  listContractProviderCredentialing: read('Read a contract’s coverage', 'contract'),
  listFacilityCredentialingSpans: read('Listed facility spans', 'facility-span'),
  getFacilityCredentialingSpan: read('Opened a facility span', 'facility-span'),
  createFacilityCredentialingSpan: write('Created a facility span', 'facility-span'),
  updateFacilityCredentialingSpan: write('Changed a facility span', 'facility-span'),
  deleteFacilityCredentialingSpan: write('Deleted a facility span', 'facility-span'),
  listProviderCredentialingSpans: read('Listed provider spans', 'provider-span'),
  getProviderCredentialingSpan: read('Opened a provider span', 'provider-span'),
  createProviderCredentialingSpan: write('Created a provider span', 'provider-span'),
  updateProviderCredentialingSpan: write('Changed a provider span', 'provider-span'),
  deleteProviderCredentialingSpan: write('Deleted a provider span', 'provider-span'),
  listOrganizationProviders: read('Looked up providers'),
  listServiceFacilities: read('Looked up service facilities'),
  listPayers: read('Looked up payers'),
  listCustomSchemas: read('Looked up metadata schemas'),
  savePreferences: read('Chose their own layout'),
  readPartnerState: read('Asked how the partner answers'),
  runCoverageBoard: read('Checked coverage'),
  cancelCoverageBoard: read('Stopped a coverage check'),
  readCoverageBoard: read('Read the coverage board'),
  followJobs: read('Tried to see jobs'),
  followAllJobs: read('Tried to see everybody’s jobs'),
  readJobItems: read('Read the records of a job'),
  pauseJob: write('Paused a job'),
  resumeJob: write('Resumed a job'),
  cancelJob: write('Stopped a job'),
  retryJobItems: write('Tried a job’s failed records again'),
  exportJobItems: exported('Exported the results of a job'),
  readQueue: read('Read the work queue', 'claim-creation'),
  refreshQueue: read('Refreshed the work queue'),
  learnFixMemory: read('Learned what cleared errors before', 'charge-capture'),
  readFixMemory: read('Was offered values that cleared an error before', 'charge-capture'),
  readOverview: read('Opened the overview'),
  markQueue: write('Assigned or marked work in the queue', 'claim-creation'),
  saveFilingLimits: setting('Changed the filing limits'),
  readDraft: read('Reopened unsaved edits'),
  listDrafts: read('Listed their own drafts'),
  saveDraft: write('Stored unsaved edits'),
  dropDraft: write('Discarded unsaved edits'),
  listSavedViews: read('Listed saved views'),
  readView: read('Opened a view'),
  saveView: read('Stored a view for a link'),
  saveNamedView: setting('Saved or changed a view'),
  deleteSavedView: setting('Deleted a view'),
  setDefaultView: setting('Chose the default view of roles'),
  shareView: setting('Tried to share a view'),
  manageTeamViews: setting('Tried to change a team view'),
  readActivity: read('Read the activity'),
  revealChange: read('Revealed before and after'),
  exportActivity: exported('Exported the activity'),
  startExport: exported('Started an export'),
  exportList: exported('Exported rows of a list'),
  downloadExport: exported('Downloaded an export'),
  signIn: signIn('Signed in'),
  signInWithCode: signIn('Signed in with a code'),
  signInWithRecoveryCode: signIn('Signed in with a recovery code'),
  signInWithPasskey: signIn('Signed in with a passkey'),
  signInBySingleSignOn: signIn('Signed in by single sign-on'),
  linkSingleSignOn: signIn('Linked their single sign-on'),
  signOut: signIn('Signed out'),
  stillHere: signIn('Asked whether they are signed in'),
  manageOwnAccount: signIn('Tried to change their own account'),
  changeOwnName: signIn('Changed their own name'),
  changeOwnPassword: signIn('Changed their own password'),
  setUpApp: signIn('Set up an authenticator app'),
  turnOffApp: signIn('Turned off their authenticator app'),
  makeRecoveryCodes: signIn('Made new recovery codes'),
  addPasskey: signIn('Added a passkey'),
  renamePasskey: signIn('Renamed a passkey'),
  removePasskey: signIn('Removed a passkey'),
  proveSelf: signIn('Entered their password again'),
  endOwnSessions: signIn('Ended their own sessions'),
  request: signIn('Sent a request from elsewhere'),
  claimSetup: signIn('Set up the first administrator'),
  readInvitation: signIn('Opened an invitation'),
  joinByInvitation: signIn('Tried to join by invitation'),
  acceptInvitation: signIn('Joined by invitation'),
  setAuditRetention: setting('Changed how long activity is kept'),
  setRetention: setting('Tried to change how long activity is kept'),
  archiveAuditRows: setting('Moved old activity to a sealed file'),
  manageConnections: setting('Tried to manage connections'),
  testConnection: setting('Tested a connection'),
  addConnection: setting('Added a connection'),
  rotateConnectionKey: setting('Rotated a connection’s key'),
  activateConnection: setting('Made a connection active'),
  disableConnection: setting('Disabled a connection'),
  enableConnection: setting('Enabled a connection'),
  managePeople: setting('Tried to manage people'),
  invitePerson: setting('Invited a person'),
  withdrawInvitation: setting('Withdrew an invitation'),
  resetPersonFactor: setting('Reset a person’s second factor'),
  chooseFactorRoles: setting('Chose the roles that need a second factor'),
  changeRole: setting('Changed a role'),
  disableAccount: setting('Disabled an account'),
  enableAccount: setting('Enabled an account'),
  unlockAccount: setting('Unlocked an account'),
  breakGlass: setting('Tried to take emergency access'),
  startBreakGlass: setting('Took emergency access'),
  endBreakGlass: setting('Ended emergency access'),
  acknowledgeBreakGlass: setting('Acknowledged emergency access'),
  rotateKeys: setting('Rotated the keys of sealed values'),
  rotateRootKey: setting('Replaced the root key'),
  setIdentityProvider: setting('Started with another identity provider'),
  unlinkSingleSignOn: setting('Unlinked a person’s single sign-on'),
  noticeForeignRows: setting('Found activity that the console did not write'),
  noticeLostRows: setting('Found that activity was deleted'),
  endSessions: setting('Signed a person out everywhere'),
}

/** What was done, in words; of a request that names no action, its path. */
export function actionWords(operation: string): string {
  const known = Object.hasOwn(activityActions, operation) ? activityActions[operation] : undefined
  if (operation.startsWith('/')) return `Requested ${operation}`
  return known?.words ?? humanize(operation.replaceAll(/([a-z])([A-Z])/g, '$1_$2'))
}

/** The operations of a group. */
export function actionsOf(group: ActionGroup): string[] {
  return Object.keys(activityActions).filter((name) => activityActions[name]!.group === group)
}

/** The operations that belong to the history of a record of a kind, of a group. */
export function historyActions(kind: RecordKind, group: 'reads' | 'writes'): string[] {
  return actionsOf(group).filter((name) => {
    const { record, history } = activityActions[name]!
    return record === kind || history?.includes(kind)
  })
}

/** The kind of record that an entry is about, as it says itself or its operation does; undefined where it has no page. */
export function recordKindOf(operation: string, told?: string | null): RecordKind | undefined {
  if (told && Object.hasOwn(recordKinds, told)) return told as RecordKind
  return Object.hasOwn(activityActions, operation) ? activityActions[operation]!.record : undefined
}

/** The kinds of records whose history has an entry about a part of them: a resolved error is in that of its claim creation. */
export function historyKindsOf(operation: string): readonly RecordKind[] {
  return (Object.hasOwn(activityActions, operation) && activityActions[operation]!.history) || []
}

/** How an act ended, as people search for it. */
export const outcomeWords = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Unknown',
  sent: 'Sent',
} as const
export type OutcomeClass = keyof typeof outcomeWords

/** Outcomes of an act that the console did not allow, and of one of which nobody knows whether it was made. */
export const refusedOutcomes = [
  'Forbidden',
  'Unauthenticated',
  'ForeignOrigin',
  'InvalidInput',
  'DisabledAccount',
  'INVALID_EMAIL_OR_PASSWORD',
  'TOO_MANY_ATTEMPTS',
  'TooManyAttempts',
  'TooManyReads',
  'TooManyJobs',
  'TooManyNotes',
  'TooLarge',
] as const
export const unknownOutcomes = ['OutcomeUnknown', 'SavedButUnread'] as const

/** The class of a stored outcome: `ok`, `sent` or an error's name. */
export function outcomeClass(outcome: string): OutcomeClass {
  if (outcome === 'ok') return 'done'
  if (outcome === 'sent') return 'sent'
  if ((refusedOutcomes as readonly string[]).includes(outcome)) return 'refused'
  return (unknownOutcomes as readonly string[]).includes(outcome) ? 'unknown' : 'failed'
}

/** One entry of the trail as the list shows it. No member holds a record's values. */
export type ActivityRow = BaseRow & {
  /** ISO text in UTC. */
  at: string
  operation: string
  outcome: string
  person?: string
  email?: string
  /** The role at that time. */
  role?: string
  connection?: string
  /** The network address that the request came from. */
  address?: string
  browser?: string
  /** What the first record is, where it has a page. */
  record_kind?: RecordKind
  /** The first records of the entry, and how many it has. */
  record_ids: string[]
  record_count: number
  /** The entry holds a sealed before and after. */
  has_change?: true
}

const filters = {
  account_id: { kind: 'multi', label: 'Person', group: 'Activity', local: [], alsoCalled: 'who user account' },
  record_id: {
    kind: 'text',
    label: 'Record ID',
    group: 'Activity',
    local: [],
    alsoCalled: 'capture claim encounter contract span',
    hint: 'The ID of a charge capture, claim creation, encounter, contract, span, connection or account.',
  },
  group: {
    kind: 'enum',
    label: 'Kind of action',
    group: 'Activity',
    local: actionGroups,
    valueNames: { reads: 'Reads', writes: 'Writes', 'sign-ins': 'Sign-ins', settings: 'Settings', exports: 'Exports' },
    alsoCalled: 'reads writes sign-ins settings exports',
  },
  action: {
    kind: 'multi',
    label: 'Action',
    group: 'Activity',
    local: Object.keys(activityActions),
    valueNames: Object.fromEntries(Object.entries(activityActions).map(([name, { words }]) => [name, words])),
    alsoCalled: 'what operation',
  },
  outcome: {
    kind: 'enum',
    label: 'Outcome',
    group: 'Activity',
    local: Object.keys(outcomeWords),
    valueNames: outcomeWords,
    hint: '“Sent” lists writes as they were sent, before the partner answered.',
  },
  from: {
    kind: 'date',
    label: 'From',
    group: 'Activity',
    local: [],
    chip: { label: 'Day (UTC)', operator: 'is on or after' },
    alsoCalled: 'time date since',
    hint: 'The day begins at 00:00 UTC.',
  },
  to: {
    kind: 'date',
    label: 'To',
    group: 'Activity',
    local: [],
    chip: { label: 'Day (UTC)', operator: 'is on or before' },
    alsoCalled: 'time date until',
    hint: 'The day ends at 24:00 UTC.',
  },
} satisfies Record<string, FilterSpec>

/** The audit trail as a list, newest first. Its filters hold ids and words, no patient data. */
export const activityList: ListSpec = {
  operation: 'readActivity',
  filters,
  sorts: {},
  rankedBy: 'console',
  noun: { one: 'entry', many: 'entries' },
  emptyAdvice: 'Try other days, or fewer filters.',
}
