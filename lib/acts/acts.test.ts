import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actOf, acts, namedKindOf, type ActName } from './acts.ts'

/**
 * The stored facts of acts, as rows of the trail and of permissions were written with them. Lines
 * are added; a line that changes would take words, history or a manager's sight from old rows.
 * Name, roles by their first letter (n: a person who can only set their account up), group, record
 * with a page, what the ids name, other histories, words.
 */
const frozen = `
  listClaimCreations | bmar | reads | claim-creation | claim-creation | - | Listed claim creations
  getClaimCreation | bmar | reads | claim-creation | claim-creation | - | Opened a claim creation
  getClaimCreationSummary | bmar | reads | - | claim-creation | - | Read the counts of claim creations
  resolveClaimCreationError | ba | writes | - | claim-creation-error | claim-creation,charge-capture | Resolved an error
  listChargeCaptures | bmar | reads | charge-capture | charge-capture | - | Listed charge captures
  getChargeCapture | bmar | reads | charge-capture | charge-capture | - | Opened a charge capture
  createChargeCapture | ba | writes | charge-capture | charge-capture | claim-creation | Created a charge capture
  createChargeCaptureFromPreEncounter | ba | writes | charge-capture | charge-capture | claim-creation | Created a charge capture from pre-encounter records
  updateChargeCapture | ba | writes | charge-capture | charge-capture | claim-creation | Changed a charge capture
  resolveChargeCaptureChanges | bma | writes | - | charge-capture-change | claim-creation,charge-capture | Resolved changes after billing
  readResolvedUpdates | - | reads | claim-creation | - | - | Read resolved changes after billing
  readOverpayments | - | reads | claim-creation | - | - | Read possible overpayments
  closeOverpayment | - | writes | claim-creation | - | - | Closed a possible overpayment
  keepSaveReason | - | writes | charge-capture | charge-capture | claim-creation | Saved a charge capture with open errors
  readSaveReasons | - | reads | charge-capture | charge-capture | - | Read why a charge capture was saved with open errors
  startBulkFix | - | writes | - | - | - | Chose captures for a bulk fix
  readBulkValues | - | reads | charge-capture | charge-capture | - | Read the values of a cause
  readBulkRows | - | reads | charge-capture | - | - | Read the captures of a bulk fix
  sendBulkFix | - | writes | - | - | - | Sent a bulk fix
  undoBulkFix | - | writes | - | - | - | Undid a bulk fix
  steerBulkFix | - | writes | - | - | - | Stopped a bulk fix or let it go on
  giveBulkReason | - | writes | charge-capture | - | claim-creation | Gave the reason of a bulk fix
  askBulkApproval | - | writes | - | - | - | Asked for approval of a bulk fix
  approveBulkFix | ma | writes | - | - | - | Approved a bulk fix
  declineBulkFix | - | writes | - | - | - | Declined a bulk fix
  readBulkApprovals | - | reads | - | - | - | Read the bulk fixes that wait for approval
  resolveManyErrors | - | writes | - | - | - | Resolved many errors
  listEncounters | bmar | reads | encounter | encounter | - | Listed encounters
  getEncounter | bmar | reads | encounter | encounter | - | Opened an encounter
  createEncounterFromPreEncounter | ba | writes | encounter | encounter | - | Created an encounter
  findDiagnosisCodes | bmar | reads | - | - | - | Looked up diagnosis codes
  listPatients | ba | reads | - | patient | - | Searched pre-encounter patients
  listAppointments | ba | reads | - | appointment | - | Listed pre-encounter appointments
  getPatient | ba | reads | - | patient | - | Opened pre-encounter records
  listContractsV3 | bcmar | reads | contract | contract | - | Listed contracts
  listContractsV2 | bcmar | reads | contract | contract | - | Listed v2 contracts
  getContractV3 | bcmar | reads | contract | contract | - | Opened a contract
  createContractV3 | ca | writes | contract | contract | - | Created a contract
  createContractV2 | ca | writes | contract | contract | - | Created a v2 contract
  updateContractV3 | ca | writes | contract | contract | - | Changed a contract
  deleteContractV3 | ca | writes | contract | contract | - | Deleted a contract
  getContractV2 | bcmar | reads | contract | contract | - | Opened a v2 contract
  updateContractV2 | ca | writes | contract | contract | - | Changed a v2 contract
  deleteContractV2 | ca | writes | contract | contract | - | Deleted a v2 contract
  createContractServiceFacility | ca | writes | contract | contract | - | Added a service facility to a contract
  updateContractServiceFacility | ca | writes | contract | contract | - | Changed a contract’s service facility
  listContractProviders | bcmar | reads | contract | contract | - | Listed a contract’s providers
  addContractProviders | ca | writes | contract | contract | - | Added providers to a contract
  removeContractProviders | ca | writes | contract | contract | - | Removed providers from a contract
  listContractProviderCredentialing | bcmar | reads | contract | provider-span | - | Read a contract’s coverage
  listFacilityCredentialingSpans | bcmar | reads | facility-span | facility-span | - | Listed facility spans
  getFacilityCredentialingSpan | bcmar | reads | facility-span | facility-span | - | Opened a facility span
  createFacilityCredentialingSpan | ca | writes | facility-span | facility-span | - | Created a facility span
  updateFacilityCredentialingSpan | ca | writes | facility-span | facility-span | - | Changed a facility span
  deleteFacilityCredentialingSpan | ca | writes | facility-span | facility-span | - | Deleted a facility span
  listProviderCredentialingSpans | bcmar | reads | provider-span | provider-span | - | Listed provider spans
  getProviderCredentialingSpan | bcmar | reads | provider-span | provider-span | - | Opened a provider span
  createProviderCredentialingSpan | ca | writes | provider-span | provider-span | - | Created a provider span
  updateProviderCredentialingSpan | ca | writes | provider-span | provider-span | - | Changed a provider span
  deleteProviderCredentialingSpan | ca | writes | provider-span | provider-span | - | Deleted a provider span
  joinPayers | - | writes | - | provider | - | Started to join payers for a provider
  listOrganizationProviders | bcmar | reads | - | provider | - | Looked up providers
  listServiceFacilities | bcmar | reads | - | service-facility | - | Looked up service facilities
  listPayers | bcmar | reads | - | payer | - | Looked up payers
  listCustomSchemas | bmar | reads | - | - | - | Looked up metadata schemas
  savePreferences | bcmar | reads | - | - | - | Chose their own layout
  readPartnerState | bcmar | reads | - | - | - | Asked how the partner answers
  runCoverageBoard | bcma | reads | - | job | - | Checked coverage
  cancelCoverageBoard | - | reads | - | job | - | Stopped a coverage check
  readCoverageBoard | bcmar | reads | - | job | - | Read the coverage board
  checkExpiring | bcma | reads | - | job | - | Checked what expires
  cancelExpiringCheck | - | reads | - | job | - | Stopped a check of what expires
  readExpiring | bcmar | reads | - | job | - | Read what expires
  markExpiring | ca | writes | - | - | - | Assigned what expires or marked its renewal
  readFollowUps | bcmar | reads | - | - | - | Read follow-ups of spans
  logFollowUp | ca | writes | - | - | facility-span,provider-span | Logged a follow-up of a span
  closeFollowUp | ca | writes | - | - | facility-span,provider-span | Marked a follow-up as done or open
  readPayerDays | bcmar | reads | - | payer | - | Read how long a payer takes to load spans
  makeStatusReport | bcma | exports | - | provider | - | Made a status report of a provider
  followJobs | bcma | reads | - | job | - | Tried to see jobs
  followAllJobs | ma | reads | - | job | - | Tried to see everybody’s jobs
  readJobItems | - | reads | - | job | - | Read the records of a job
  pauseJob | - | writes | - | job | - | Paused a job
  resumeJob | - | writes | - | job | - | Resumed a job
  cancelJob | - | writes | - | job | - | Stopped a job
  retryJobItems | - | writes | - | job | - | Tried a job’s failed records again
  exportJobItems | - | exports | - | job | - | Exported the results of a job
  readQueue | bmar | reads | claim-creation | claim-creation | - | Read the work queue
  refreshQueue | bma | reads | - | claim-creation | - | Refreshed the work queue
  learnFixMemory | - | reads | charge-capture | charge-capture | - | Learned what cleared errors before
  readFixMemory | - | reads | charge-capture | charge-capture | - | Was offered values that cleared an error before
  readOverview | mar | reads | - | - | - | Opened the overview
  markQueue | bma | writes | claim-creation | claim-creation | - | Assigned or marked work in the queue
  readChecks | bcmar | reads | - | - | - | Read the catalogue of checks
  placeCodeList | a | settings | - | - | - | Placed a code list
  saveFilingLimits | ma | settings | - | - | - | Changed the filing limits
  readDraft | - | reads | - | draft | - | Reopened unsaved edits
  listDrafts | bca | reads | - | draft | - | Listed their own drafts
  saveDraft | - | writes | - | draft | - | Stored unsaved edits
  dropDraft | - | writes | - | draft | - | Discarded unsaved edits
  readOpenedLately | bcmar | reads | - | - | - | Read what they opened lately
  listSavedViews | bcmar | reads | - | view | - | Listed saved views
  readView | - | reads | - | view | - | Opened a view
  saveView | - | reads | - | view | - | Stored a view for a link
  saveNamedView | - | settings | - | view | - | Saved or changed a view
  deleteSavedView | - | settings | - | view | - | Deleted a view
  setDefaultView | - | settings | - | view | - | Chose the default view of roles
  shareView | bcma | settings | - | view | - | Tried to share a view
  manageTeamViews | ma | settings | - | view | - | Tried to change a team view
  readActivity | ma | reads | - | - | - | Read the activity
  revealChange | - | reads | - | - | - | Revealed before and after
  exportActivity | ma | exports | - | - | - | Exported the activity
  exportAccessList | - | exports | - | - | - | Exported the access list
  startExport | - | exports | - | - | - | Started an export
  exportList | bcma | exports | - | - | - | Exported rows of a list
  downloadExport | - | exports | - | - | - | Downloaded an export
  signIn | - | sign-ins | - | account | - | Signed in
  signInWithCode | - | sign-ins | - | account | - | Signed in with a code
  signInWithRecoveryCode | - | sign-ins | - | account | - | Signed in with a recovery code
  signInWithPasskey | - | sign-ins | - | account | - | Signed in with a passkey
  signInBySingleSignOn | - | sign-ins | - | account | - | Signed in by single sign-on
  linkSingleSignOn | - | sign-ins | - | account | - | Linked their single sign-on
  signOut | - | sign-ins | - | account | - | Signed out
  stillHere | - | sign-ins | - | - | - | Asked whether they are signed in
  manageOwnAccount | bcmarn | sign-ins | - | account | - | Tried to change their own account
  changeOwnName | - | sign-ins | - | - | - | Changed their own name
  changeOwnPassword | - | sign-ins | - | - | - | Changed their own password
  setUpApp | - | sign-ins | - | - | - | Set up an authenticator app
  turnOffApp | - | sign-ins | - | - | - | Turned off their authenticator app
  makeRecoveryCodes | - | sign-ins | - | - | - | Made new recovery codes
  addPasskey | - | sign-ins | - | - | - | Added a passkey
  renamePasskey | - | sign-ins | - | - | - | Renamed a passkey
  removePasskey | - | sign-ins | - | - | - | Removed a passkey
  proveSelf | - | sign-ins | - | - | - | Entered their password again
  endOwnSessions | - | sign-ins | - | account | - | Ended their own sessions
  request | - | sign-ins | - | - | - | Sent a request from elsewhere
  claimSetup | - | sign-ins | - | account | - | Set up the first administrator
  readInvitation | - | sign-ins | - | invitation | - | Opened an invitation
  joinByInvitation | - | sign-ins | - | invitation | - | Tried to join by invitation
  acceptInvitation | - | sign-ins | - | invitation | - | Joined by invitation
  choosePasswordByLink | - | sign-ins | - | invitation | - | Tried to choose a new password by a link
  choosePassword | - | sign-ins | - | account | - | Chose a new password by a link
  setAuditRetention | - | settings | - | - | - | Changed how long activity is kept
  setRetention | a | settings | - | - | - | Tried to change how long activity is kept
  archiveAuditRows | - | settings | - | - | - | Moved old activity to a sealed file
  manageConnections | a | settings | - | connection | - | Tried to manage connections
  testConnection | - | settings | - | connection | - | Tested a connection
  addConnection | - | settings | - | connection | - | Added a connection
  rotateConnectionKey | - | settings | - | connection | - | Rotated a connection’s key
  activateConnection | - | settings | - | connection | - | Made a connection active
  disableConnection | - | settings | - | connection | - | Disabled a connection
  enableConnection | - | settings | - | connection | - | Enabled a connection
  managePeople | a | settings | - | - | - | Tried to manage people
  invitePerson | - | settings | - | invitation | - | Invited a person
  withdrawInvitation | - | settings | - | invitation | - | Withdrew an invitation
  makePasswordLink | - | settings | - | account | - | Made a link for a new password
  resetPersonFactor | - | settings | - | account | - | Reset a person’s second factor
  chooseFactorRoles | - | settings | - | account | - | Chose the roles that need a second factor
  chooseTimeZone | - | settings | - | - | - | Chose the time zone
  changeRole | - | settings | - | account | - | Changed a role
  disableAccount | - | settings | - | account | - | Disabled an account
  enableAccount | - | settings | - | account | - | Enabled an account
  unlockAccount | - | settings | - | account | - | Unlocked an account
  breakGlass | bcma | settings | - | - | - | Tried to take emergency access
  startBreakGlass | - | settings | - | - | - | Took emergency access
  endBreakGlass | bcma | settings | - | - | - | Ended emergency access
  acknowledgeBreakGlass | - | settings | - | - | - | Acknowledged emergency access
  rotateKeys | - | settings | - | - | - | Rotated the keys of sealed values
  rotateRootKey | - | settings | - | - | - | Replaced the root key
  makeBackup | - | settings | - | - | - | Made a backup
  restoreBackup | - | settings | - | - | - | Restored the console from a backup
  setIdentityProvider | - | settings | - | provider | - | Started with another identity provider
  unlinkSingleSignOn | - | settings | - | account | - | Unlinked a person’s single sign-on
  noticeForeignRows | - | settings | - | - | - | Found activity that the console did not write
  noticeLostRows | - | settings | - | - | - | Found that activity was deleted
  endSessions | - | settings | - | account | - | Signed a person out everywhere
`

function factsOf(name: ActName): string {
  const { roles, group, record, history, words } = actOf(name)!
  const letters = roles?.map((role) => role[0]).join('')
  return [name, letters, group, record, namedKindOf(name), history?.join(','), words]
    .map((fact) => fact ?? '-')
    .join(' | ')
}

it('keeps the facts of acts that rows of the trail were stored with', () => {
  expect((Object.keys(acts) as ActName[]).map(factsOf)).toEqual(
    frozen
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  )
})

it('has every operation and task that the code names', () => {
  const files = globSync([
    'lib/{actions,console,commands,partner}/**/*.ts',
    'app/**/*.{ts,tsx}',
  ]).filter((file) => !/\.test\.|testing/.test(file))
  const named = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /\b(?:(?:operation|task): |(?:read|write)Act\()'(\w+)'/g,
      ),
    ].map(([, name]) => `${name} (${file})`),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((each) => actOf(each.split(' ')[0]!) === undefined)).toEqual([])
})
