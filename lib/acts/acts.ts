/** The roles. A reader sees what a manager sees and changes nothing. */
export const roles = ['biller', 'credentialing', 'manager', 'admin', 'reader'] as const
export type Role = (typeof roles)[number]

/**
 * What an act does: it reads or changes records, concerns signing in or the settings, or makes a
 * file.
 */
export const actGroups = ['reads', 'writes', 'sign-ins', 'settings', 'exports'] as const
export type ActGroup = (typeof actGroups)[number]

/** The kinds of records that have a page of their own. */
export type RecordKind =
  | 'charge-capture'
  | 'claim-creation'
  | 'encounter'
  | 'contract'
  | 'facility-span'
  | 'provider-span'

/** What the ids of a row of the trail can name. Stored: a kind is added, never renamed. */
export type NamedKind =
  | RecordKind
  | 'claim-creation-error'
  | 'charge-capture-change'
  | 'patient'
  | 'appointment'
  | 'provider'
  | 'service-facility'
  | 'payer'
  | 'job'
  | 'draft'
  | 'view'
  | 'invitation'
  | 'connection'
  | 'account'

/** The roles that may ask for an act, and `none`: a person who can only set their account up. */
type Roles = readonly (Role | 'none')[] | null

/** Everything that the console knows of an act besides its code. */
export type ActFacts = {
  /** Who may ask for it. Null: nobody can; the console notes it while another act runs. */
  roles: Roles
  group: ActGroup
  /** What was done: "Changed a charge capture". */
  words: string
  /** The kind of record whose page links to the act and lists it in its history. */
  record?: RecordKind
  /**
   * What the ids of its rows in the trail name, where that is not `record`; null where they name
   * nothing.
   */
  names?: NamedKind | null
  /** Records whose history also lists the act, because it changes a part of them. */
  history?: readonly RecordKind[]
}

type Rest = Pick<ActFacts, 'record' | 'names' | 'history'>

function inGroup(group: ActGroup) {
  return <R extends Roles>(allowed: R, words: string, rest: Rest = {}) => ({
    roles: allowed,
    group,
    words,
    ...rest,
  })
}

const read = inGroup('reads')
const write = inGroup('writes')
const signIn = inGroup('sign-ins')
const setting = inGroup('settings')
const file = inGroup('exports')

// Credentialing staff do not need patient data, so they cannot use the claim side.
const everyone: readonly Role[] = roles
const anyone: readonly (Role | 'none')[] = [...roles, 'none']
const workers: readonly Role[] = ['biller', 'credentialing', 'manager', 'admin']
const formWorkers: readonly Role[] = ['biller', 'credentialing', 'admin']
const claims: readonly Role[] = ['biller', 'manager', 'admin', 'reader']
const claimWorkers: readonly Role[] = ['biller', 'manager', 'admin']
const billing: readonly Role[] = ['biller', 'admin']
const credentialing: readonly Role[] = ['credentialing', 'admin']
const overseers: readonly Role[] = ['manager', 'admin']
const lookers: readonly Role[] = ['manager', 'admin', 'reader']
const admins: readonly Role[] = ['admin']
const nobody = null

const ofCreation = ['claim-creation'] as const
const ofCapture = ['claim-creation', 'charge-capture'] as const

/**
 * Every act by its name: a partner operation or a task of the console. The name is stored in the
 * audit trail, is a permission, and begins the keys of its reads. What is not listed is denied.
 */
export const acts = {
  listClaimCreations: read(claims, 'Listed claim creations', { record: 'claim-creation' }),
  getClaimCreation: read(claims, 'Opened a claim creation', { record: 'claim-creation' }),
  getClaimCreationSummary: read(claims, 'Read the counts of claim creations', {
    names: 'claim-creation',
  }),
  resolveClaimCreationError: write(billing, 'Resolved an error', {
    names: 'claim-creation-error',
    history: ofCapture,
  }),
  listChargeCaptures: read(claims, 'Listed charge captures', { record: 'charge-capture' }),
  getChargeCapture: read(claims, 'Opened a charge capture', { record: 'charge-capture' }),
  createChargeCapture: write(billing, 'Created a charge capture', {
    record: 'charge-capture',
    history: ofCreation,
  }),
  createChargeCaptureFromPreEncounter: write(
    billing,
    'Created a charge capture from pre-encounter records',
    {
      record: 'charge-capture',
      history: ofCreation,
    },
  ),
  updateChargeCapture: write(billing, 'Changed a charge capture', {
    record: 'charge-capture',
    history: ofCreation,
  }),
  resolveChargeCaptureChanges: write(claimWorkers, 'Resolved changes after billing', {
    names: 'charge-capture-change',
    history: ofCapture,
  }),
  readResolvedUpdates: read(nobody, 'Read resolved changes after billing', {
    record: 'claim-creation',
    names: null,
  }),
  readOverpayments: read(nobody, 'Read possible overpayments', {
    record: 'claim-creation',
    names: null,
  }),
  closeOverpayment: write(nobody, 'Closed a possible overpayment', {
    record: 'claim-creation',
    names: null,
  }),
  keepSaveReason: write(nobody, 'Saved a charge capture with open errors', {
    record: 'charge-capture',
    history: ofCreation,
  }),
  readSaveReasons: read(nobody, 'Read why a charge capture was saved with open errors', {
    record: 'charge-capture',
  }),
  startBulkFix: write(nobody, 'Chose captures for a bulk fix'),
  readBulkValues: read(nobody, 'Read the values of a cause', { record: 'charge-capture' }),
  // `getChargeCapture` has counted the patients of these rows already.
  readBulkRows: read(nobody, 'Read the captures of a bulk fix', {
    record: 'charge-capture',
    names: null,
  }),
  sendBulkFix: write(nobody, 'Sent a bulk fix'),
  undoBulkFix: write(nobody, 'Undid a bulk fix'),
  steerBulkFix: write(nobody, 'Stopped a bulk fix or let it go on'),
  giveBulkReason: write(nobody, 'Gave the reason of a bulk fix', {
    record: 'charge-capture',
    names: null,
    history: ofCreation,
  }),
  askBulkApproval: write(nobody, 'Asked for approval of a bulk fix'),
  // The second person of a bulk fix that ends billing or changes who pays; lib/actions/bulk refuses
  // its owner.
  approveBulkFix: write(overseers, 'Approved a bulk fix'),
  declineBulkFix: write(nobody, 'Declined a bulk fix'),
  readBulkApprovals: read(nobody, 'Read the bulk fixes that wait for approval'),
  resolveManyErrors: write(nobody, 'Resolved many errors'),
  listEncounters: read(claims, 'Listed encounters', { record: 'encounter' }),
  getEncounter: read(claims, 'Opened an encounter', { record: 'encounter' }),
  createEncounterFromPreEncounter: write(billing, 'Created an encounter', { record: 'encounter' }),
  findDiagnosisCodes: read(claims, 'Looked up diagnosis codes'),
  listPatients: read(billing, 'Searched pre-encounter patients', { names: 'patient' }),
  listAppointments: read(billing, 'Listed pre-encounter appointments', { names: 'appointment' }),
  getPatient: read(billing, 'Opened pre-encounter records', { names: 'patient' }),
  listContractsV3: read(everyone, 'Listed contracts', { record: 'contract' }),
  listContractsV2: read(everyone, 'Listed v2 contracts', { record: 'contract' }),
  getContractV3: read(everyone, 'Opened a contract', { record: 'contract' }),
  createContractV3: write(credentialing, 'Created a contract', { record: 'contract' }),
  createContractV2: write(credentialing, 'Created a v2 contract', { record: 'contract' }),
  updateContractV3: write(credentialing, 'Changed a contract', { record: 'contract' }),
  deleteContractV3: write(credentialing, 'Deleted a contract', { record: 'contract' }),
  getContractV2: read(everyone, 'Opened a v2 contract', { record: 'contract' }),
  updateContractV2: write(credentialing, 'Changed a v2 contract', { record: 'contract' }),
  deleteContractV2: write(credentialing, 'Deleted a v2 contract', { record: 'contract' }),
  createContractServiceFacility: write(credentialing, 'Added a service facility to a contract', {
    record: 'contract',
  }),
  updateContractServiceFacility: write(credentialing, 'Changed a contract’s service facility', {
    record: 'contract',
  }),
  listContractProviders: read(everyone, 'Listed a contract’s providers', { record: 'contract' }),
  addContractProviders: write(credentialing, 'Added providers to a contract', {
    record: 'contract',
  }),
  removeContractProviders: write(credentialing, 'Removed providers from a contract', {
    record: 'contract',
  }),
  listContractProviderCredentialing: read(everyone, 'Read a contract’s coverage', {
    record: 'contract',
    names: 'provider-span',
  }),
  listFacilityCredentialingSpans: read(everyone, 'Listed facility spans', {
    record: 'facility-span',
  }),
  getFacilityCredentialingSpan: read(everyone, 'Opened a facility span', {
    record: 'facility-span',
  }),
  createFacilityCredentialingSpan: write(credentialing, 'Created a facility span', {
    record: 'facility-span',
  }),
  updateFacilityCredentialingSpan: write(credentialing, 'Changed a facility span', {
    record: 'facility-span',
  }),
  deleteFacilityCredentialingSpan: write(credentialing, 'Deleted a facility span', {
    record: 'facility-span',
  }),
  listProviderCredentialingSpans: read(everyone, 'Listed provider spans', {
    record: 'provider-span',
  }),
  getProviderCredentialingSpan: read(everyone, 'Opened a provider span', {
    record: 'provider-span',
  }),
  createProviderCredentialingSpan: write(credentialing, 'Created a provider span', {
    record: 'provider-span',
  }),
  updateProviderCredentialingSpan: write(credentialing, 'Changed a provider span', {
    record: 'provider-span',
  }),
  deleteProviderCredentialingSpan: write(credentialing, 'Deleted a provider span', {
    record: 'provider-span',
  }),
  joinPayers: write(nobody, 'Started to join payers for a provider', { names: 'provider' }),
  listOrganizationProviders: read(everyone, 'Looked up providers', { names: 'provider' }),
  listServiceFacilities: read(everyone, 'Looked up service facilities', {
    names: 'service-facility',
  }),
  listPayers: read(everyone, 'Looked up payers', { names: 'payer' }),
  listCustomSchemas: read(claims, 'Looked up metadata schemas'),
  savePreferences: read(everyone, 'Chose their own layout'),
  readPartnerState: read(everyone, 'Asked how the partner answers'),
  // The board's counts and amounts name no patient; its list of captures requires
  // `listChargeCaptures`.
  runCoverageBoard: read(workers, 'Checked coverage', { names: 'job' }),
  cancelCoverageBoard: read(nobody, 'Stopped a coverage check', { names: 'job' }),
  readCoverageBoard: read(everyone, 'Read the coverage board', { names: 'job' }),
  // Contracts and spans that end; their amounts name no patient.
  checkExpiring: read(workers, 'Checked what expires', { names: 'job' }),
  cancelExpiringCheck: read(nobody, 'Stopped a check of what expires', { names: 'job' }),
  readExpiring: read(everyone, 'Read what expires', { names: 'job' }),
  markExpiring: write(credentialing, 'Assigned what expires or marked its renewal', {
    names: null,
  }),
  readFollowUps: read(everyone, 'Read follow-ups of spans', { names: null }),
  logFollowUp: write(credentialing, 'Logged a follow-up of a span', {
    names: null,
    history: ['facility-span', 'provider-span'],
  }),
  closeFollowUp: write(credentialing, 'Marked a follow-up as done or open', {
    names: null,
    history: ['facility-span', 'provider-span'],
  }),
  // The spans of a payer as counts of days.
  readPayerDays: read(everyone, 'Read how long a payer takes to load spans', { names: 'payer' }),
  // A report leaves the console on paper, so a reader has none.
  makeStatusReport: file(workers, 'Made a status report of a provider', { names: 'provider' }),
  // One's own jobs; of the others' lib/actions/jobs decides by the second task.
  followJobs: read(workers, 'Tried to see jobs', { names: 'job' }),
  followAllJobs: read(overseers, 'Tried to see everybody’s jobs', { names: 'job' }),
  readJobItems: read(nobody, 'Read the records of a job', { names: 'job' }),
  pauseJob: write(nobody, 'Paused a job', { names: 'job' }),
  resumeJob: write(nobody, 'Resumed a job', { names: 'job' }),
  cancelJob: write(nobody, 'Stopped a job', { names: 'job' }),
  retryJobItems: write(nobody, 'Tried a job’s failed records again', { names: 'job' }),
  exportJobItems: file(nobody, 'Exported the results of a job', { names: 'job' }),
  readQueue: read(claims, 'Read the work queue', { record: 'claim-creation' }),
  refreshQueue: read(claimWorkers, 'Refreshed the work queue', { names: 'claim-creation' }),
  learnFixMemory: read(nobody, 'Learned what cleared errors before', { record: 'charge-capture' }),
  readFixMemory: read(nobody, 'Was offered values that cleared an error before', {
    record: 'charge-capture',
  }),
  // Counts and amounts of everybody's work; the parts about people and about cover ask for their
  // own permissions.
  readOverview: read(lookers, 'Opened the overview'),
  markQueue: write(claimWorkers, 'Assigned or marked work in the queue', {
    record: 'claim-creation',
  }),
  // Counts of captures and claims, which name nobody.
  readChecks: read(everyone, 'Read the catalogue of checks'),
  placeCodeList: setting(admins, 'Placed a code list'),
  saveFilingLimits: setting(overseers, 'Changed the filing limits'),
  // A draft itself requires the task of its form.
  readDraft: read(nobody, 'Reopened unsaved edits', { names: 'draft' }),
  listDrafts: read(formWorkers, 'Listed their own drafts', { names: 'draft' }),
  saveDraft: write(nobody, 'Stored unsaved edits', { names: 'draft' }),
  dropDraft: write(nobody, 'Discarded unsaved edits', { names: 'draft' }),
  // Opening a record has counted its patient already. Each line also requires the task of its record.
  readOpenedLately: read(everyone, 'Read what they opened lately', { names: null }),
  // Each list's views also require the task of the list.
  listSavedViews: read(everyone, 'Listed saved views', { names: 'view' }),
  readView: read(nobody, 'Opened a view', { names: 'view' }),
  saveView: read(nobody, 'Stored a view for a link', { names: 'view' }),
  saveNamedView: setting(nobody, 'Saved or changed a view', { names: 'view' }),
  deleteSavedView: setting(nobody, 'Deleted a view', { names: 'view' }),
  setDefaultView: setting(nobody, 'Chose the default view of roles', { names: 'view' }),
  shareView: setting(workers, 'Tried to share a view', { names: 'view' }),
  manageTeamViews: setting(overseers, 'Tried to change a team view', { names: 'view' }),
  // A manager sees the acts of their team; lib/actions/activity decides which entries those are.
  readActivity: read(overseers, 'Read the activity'),
  revealChange: read(nobody, 'Revealed before and after'),
  exportActivity: file(overseers, 'Exported the activity'),
  exportAccessList: file(nobody, 'Exported the access list'),
  startExport: file(nobody, 'Started an export'),
  // A file leaves the console, so a reader has none. Each list's file also requires the task of the
  // list.
  exportList: file(workers, 'Exported rows of a list'),
  downloadExport: file(nobody, 'Downloaded an export'),
  signIn: signIn(nobody, 'Signed in', { names: 'account' }),
  signInWithCode: signIn(nobody, 'Signed in with a code', { names: 'account' }),
  signInWithRecoveryCode: signIn(nobody, 'Signed in with a recovery code', { names: 'account' }),
  signInWithPasskey: signIn(nobody, 'Signed in with a passkey', { names: 'account' }),
  signInBySingleSignOn: signIn(nobody, 'Signed in by single sign-on', { names: 'account' }),
  linkSingleSignOn: signIn(nobody, 'Linked their single sign-on', { names: 'account' }),
  signOut: signIn(nobody, 'Signed out', { names: 'account' }),
  stillHere: signIn(nobody, 'Asked whether they are signed in'),
  manageOwnAccount: signIn(anyone, 'Tried to change their own account', { names: 'account' }),
  changeOwnName: signIn(nobody, 'Changed their own name'),
  changeOwnPassword: signIn(nobody, 'Changed their own password'),
  setUpApp: signIn(nobody, 'Set up an authenticator app'),
  turnOffApp: signIn(nobody, 'Turned off their authenticator app'),
  makeRecoveryCodes: signIn(nobody, 'Made new recovery codes'),
  addPasskey: signIn(nobody, 'Added a passkey'),
  renamePasskey: signIn(nobody, 'Renamed a passkey'),
  removePasskey: signIn(nobody, 'Removed a passkey'),
  proveSelf: signIn(nobody, 'Entered their password again'),
  endOwnSessions: signIn(nobody, 'Ended their own sessions', { names: 'account' }),
  request: signIn(nobody, 'Sent a request from elsewhere'),
  claimSetup: signIn(nobody, 'Set up the first administrator', { names: 'account' }),
  readInvitation: signIn(nobody, 'Opened an invitation', { names: 'invitation' }),
  joinByInvitation: signIn(nobody, 'Tried to join by invitation', { names: 'invitation' }),
  acceptInvitation: signIn(nobody, 'Joined by invitation', { names: 'invitation' }),
  choosePasswordByLink: signIn(nobody, 'Tried to choose a new password by a link', {
    names: 'invitation',
  }),
  choosePassword: signIn(nobody, 'Chose a new password by a link', { names: 'account' }),
  setAuditRetention: setting(nobody, 'Changed how long activity is kept'),
  setRetention: setting(admins, 'Tried to change how long activity is kept'),
  archiveAuditRows: setting(nobody, 'Moved old activity to a sealed file'),
  manageConnections: setting(admins, 'Tried to manage connections', { names: 'connection' }),
  testConnection: setting(nobody, 'Tested a connection', { names: 'connection' }),
  addConnection: setting(nobody, 'Added a connection', { names: 'connection' }),
  rotateConnectionKey: setting(nobody, 'Rotated a connection’s key', { names: 'connection' }),
  activateConnection: setting(nobody, 'Made a connection active', { names: 'connection' }),
  disableConnection: setting(nobody, 'Disabled a connection', { names: 'connection' }),
  enableConnection: setting(nobody, 'Enabled a connection', { names: 'connection' }),
  managePeople: setting(admins, 'Tried to manage people'),
  invitePerson: setting(nobody, 'Invited a person', { names: 'invitation' }),
  withdrawInvitation: setting(nobody, 'Withdrew an invitation', { names: 'invitation' }),
  makePasswordLink: setting(nobody, 'Made a link for a new password', { names: 'account' }),
  resetPersonFactor: setting(nobody, 'Reset a person’s second factor', { names: 'account' }),
  chooseFactorRoles: setting(nobody, 'Chose the roles that need a second factor', {
    names: 'account',
  }),
  chooseTimeZone: setting(nobody, 'Chose the time zone'),
  changeRole: setting(nobody, 'Changed a role', { names: 'account' }),
  disableAccount: setting(nobody, 'Disabled an account', { names: 'account' }),
  enableAccount: setting(nobody, 'Enabled an account', { names: 'account' }),
  unlockAccount: setting(nobody, 'Unlocked an account', { names: 'account' }),
  breakGlass: setting(workers, 'Tried to take emergency access'),
  startBreakGlass: setting(nobody, 'Took emergency access'),
  endBreakGlass: setting(workers, 'Ended emergency access'),
  acknowledgeBreakGlass: setting(nobody, 'Acknowledged emergency access'),
  rotateKeys: setting(nobody, 'Rotated the keys of sealed values'),
  rotateRootKey: setting(nobody, 'Replaced the root key'),
  makeBackup: setting(nobody, 'Made a backup'),
  restoreBackup: setting(nobody, 'Restored the console from a backup'),
  setIdentityProvider: setting(nobody, 'Started with another identity provider', {
    names: 'provider',
  }),
  unlinkSingleSignOn: setting(nobody, 'Unlinked a person’s single sign-on', { names: 'account' }),
  noticeForeignRows: setting(nobody, 'Found activity that the console did not write'),
  noticeLostRows: setting(nobody, 'Found that activity was deleted'),
  endSessions: setting(nobody, 'Signed a person out everywhere', { names: 'account' }),
} as const satisfies Record<string, ActFacts>

export type ActName = keyof typeof acts

/** An act that a person or a page can ask for. */
export type Task = { [N in ActName]: (typeof acts)[N] extends { roles: null } ? never : N }[ActName]

/** What is known of an act; undefined for a path, or for a name of another version. */
export function actOf(name: string): ActFacts | undefined {
  return Object.hasOwn(acts, name) ? acts[name as ActName] : undefined
}

/** What the ids in a row of the trail about this act name; null if its name does not tell. */
export function namedKindOf(name: string): NamedKind | null {
  const act = actOf(name)
  return (act?.names === undefined ? act?.record : act.names) ?? null
}
