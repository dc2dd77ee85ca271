/** The roles. A reader sees what a manager sees and changes nothing. */
export const roles = ['biller', 'credentialing', 'manager', 'admin', 'reader'] as const
export type Role = (typeof roles)[number]

/**
 * Break glass: an administrator's rights for 60 minutes. Nobody has this role in their account. It does not manage people
 * or shorten the trail's retention: what it gave or deleted would outlast it. Nor is it the second person of a bulk fix.
 */
export const emergency = 'emergency'

/** What a signed-in person may do: that of their role or of break glass, or with `none` only what concerns their own account. */
export type ActingRole = Role | 'none' | typeof emergency

/** True for the name of a role. */
export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}

const everyone: readonly Role[] = roles
const workers: readonly Role[] = ['biller', 'credentialing', 'manager', 'admin']
const claims: readonly Role[] = ['biller', 'manager', 'admin', 'reader']
const claimWorkers: readonly Role[] = ['biller', 'manager', 'admin']
const billing: readonly Role[] = ['biller', 'admin']
const credentialing: readonly Role[] = ['credentialing', 'admin']
const admins: readonly Role[] = ['admin']
const anyone: readonly ActingRole[] = [...roles, 'none']
const overseers: readonly Role[] = ['manager', 'admin']
const lookers: readonly Role[] = ['manager', 'admin', 'reader']

/**
 * The roles allowed for each partner operation or console task. Anything not listed is denied. Credentialing staff do
 * not need patient data, so they cannot use the claim side.
 */
const table = {
  listClaimCreations: claims,
  getClaimCreation: claims,
  getClaimCreationSummary: claims,
  resolveClaimCreationError: billing,
  listChargeCaptures: claims,
  getChargeCapture: claims,
  createChargeCapture: billing,
  createChargeCaptureFromPreEncounter: billing,
  updateChargeCapture: billing,
  // The second person of a bulk fix that ends billing or changes who pays; lib/actions/bulk refuses its owner.
  approveBulkFix: overseers,
  resolveChargeCaptureChanges: claimWorkers,
  findDiagnosisCodes: claims,
  listEncounters: claims,
  getEncounter: claims,
  createEncounterFromPreEncounter: billing,
  listContractsV3: everyone,
  listContractsV2: everyone,
  getContractV3: everyone,
  createContractV3: credentialing,
  createContractV2: credentialing,
  updateContractV3: credentialing,
  deleteContractV3: credentialing,
  getContractV2: everyone,
  updateContractV2: credentialing,
  deleteContractV2: credentialing,
  createContractServiceFacility: credentialing,
  updateContractServiceFacility: credentialing,
  listContractProviders: everyone,
  addContractProviders: credentialing,
  removeContractProviders: credentialing,
  listContractProviderCredentialing: everyone,
  listFacilityCredentialingSpans: everyone,
  getFacilityCredentialingSpan: everyone,
  createFacilityCredentialingSpan: credentialing,
  updateFacilityCredentialingSpan: credentialing,
  deleteFacilityCredentialingSpan: credentialing,
  listProviderCredentialingSpans: everyone,
  getProviderCredentialingSpan: everyone,
  createProviderCredentialingSpan: credentialing,
  updateProviderCredentialingSpan: credentialing,
  deleteProviderCredentialingSpan: credentialing,
  listOrganizationProviders: everyone,
  listServiceFacilities: everyone,
  listPayers: everyone,
  listCustomSchemas: claims,
  listPatients: billing,
  listAppointments: billing,
  getPatient: billing,
  // The board's counts and amounts name no patient; its list of captures requires `listChargeCaptures`.
  runCoverageBoard: workers,
  readCoverageBoard: everyone,
  readQueue: claims,
  refreshQueue: claimWorkers,
  markQueue: claimWorkers,
  saveFilingLimits: overseers,
  // One's own jobs; of the others' lib/actions/jobs decides by the second task.
  followJobs: workers,
  followAllJobs: overseers,
  // Counts and amounts of everybody's work; the parts about people and about cover ask for their own permissions.
  readOverview: lookers,
  savePreferences: everyone,
  // Those who may save a form. A draft itself requires the task of its form.
  listDrafts: ['biller', 'credentialing', 'admin'],
  // Each list's views also require the task of the list.
  listSavedViews: everyone,
  shareView: workers,
  // A file leaves the console, so a reader has none. Each list's file also requires the task of the list.
  exportList: workers,
  manageTeamViews: overseers,
  readPartnerState: everyone,
  manageConnections: admins,
  managePeople: admins,
  breakGlass: workers,
  endBreakGlass: workers,
  manageOwnAccount: anyone,
  // A manager sees the acts of their team; lib/actions/activity decides which entries those are.
  readActivity: overseers,
  exportActivity: overseers,
  setRetention: admins,
} as const satisfies Record<string, readonly ActingRole[]>

/** A partner operation or a console task with a permission. */
export type Task = keyof typeof table

/** Every task of the table. */
export const tasks = Object.keys(table) as Task[]

const outlasting: readonly string[] = ['managePeople', 'setRetention', 'approveBulkFix'] satisfies Task[]

/** The tasks among these that the role may do. */
export function tasksOf<T extends string>(role: string, tasks: readonly T[]): T[] {
  return tasks.filter((task) => may(role, task))
}

/** The roles that may do the task, without break glass. */
export function rolesThatMay(task: Task): Role[] {
  const allowed: readonly string[] = table[task]
  return roles.filter((role) => allowed.includes(role))
}

/** True if the role may do the task. Unknown roles and tasks have no permission. */
export function may(role: string, task: string): boolean {
  const allowed: readonly string[] | undefined = Object.hasOwn(table, task) ? table[task as Task] : undefined
  if (role === emergency) return !outlasting.includes(task) && (allowed?.includes('admin') ?? false)
  return allowed?.includes(role) ?? false
}
