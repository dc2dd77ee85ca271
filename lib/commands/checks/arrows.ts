/**
 * A part of the code: its files, the parts that it may import besides itself, and parts that it
 * never may.
 */
export type Part = {
  name: string
  holds: RegExp
  mayImport: string[] | 'anything'
  never?: string[]
}

const buildingBlocks = ['ui', 'form', 'charts', 'frame'].map((name) => `components/${name}`)
const belowLookUps = [
  'core',
  'acts',
  'contract',
  'lists',
  'rules',
  'queries',
  'actions',
  ...buildingBlocks,
]
const belowFilters = [...belowLookUps, 'components/look-ups']
const belowTable = [...belowFilters, 'components/filters']
const belowActivity = [...belowTable, 'components/table', 'components/resolve']
const belowResources = [
  ...belowActivity,
  'components/coverage',
  'components/activity',
  'components/bulk',
  'components/jobs',
]

/**
 * The parts and their allowed imports; the first match decides. Arrows point one way, and unlisted
 * imports are forbidden. Tests (`*.test.ts`, `*.testing.ts`) may also import the sandbox, because they test both
 * sides of the wire; those in a browser also what shows a page and what they check that it sends.
 */
export const parts: Part[] = [
  { name: 'core', holds: /^lib\/core\//, mayImport: [] },
  // What is known of each act besides its code; every room below the pages names acts.
  { name: 'acts', holds: /^lib\/acts\//, mayImport: [] },
  { name: 'contract', holds: /^lib\/contract\//, mayImport: ['core'] },
  { name: 'lists', holds: /^lib\/lists\//, mayImport: ['core', 'acts', 'contract'] },
  { name: 'rules', holds: /^lib\/rules\//, mayImport: ['core', 'contract'] },
  { name: 'sandbox', holds: /^lib\/sandbox\//, mayImport: ['core', 'contract', 'rules'] },
  { name: 'console', holds: /^lib\/console\//, mayImport: ['core', 'acts', 'contract', 'rules'] },
  { name: 'partner', holds: /^lib\/partner\//, mayImport: ['core', 'contract', 'console'] },
  {
    name: 'actions',
    holds: /^lib\/actions\//,
    mayImport: ['core', 'acts', 'contract', 'lists', 'rules', 'console', 'partner'],
  },
  {
    name: 'queries',
    holds: /^lib\/queries\//,
    mayImport: ['core', 'acts', 'contract', 'lists', 'actions'],
  },
  {
    name: 'commands',
    holds: /^lib\/commands\//,
    mayImport: ['core', 'contract', 'console', 'sandbox'],
  },
  ...buildingBlocks.map((name) => ({
    name,
    holds: new RegExp(`^${name}/`),
    // Only forms know how a record's edits and findings name their fields (decision 0010).
    mayImport: [
      'core',
      'contract',
      'lists',
      ...(name === 'components/form' ? ['rules'] : []),
      ...buildingBlocks,
    ],
  })),
  // Pickers by name read data, and several resources' forms use them (decision 0011).
  { name: 'components/look-ups', holds: /^components\/look-ups\//, mayImport: belowLookUps },
  // A filter finds its values by name; a table reads its own pages.
  { name: 'components/filters', holds: /^components\/filters\//, mayImport: belowFilters },
  { name: 'components/table', holds: /^components\/table\//, mayImport: belowTable },
  // Shows and resolves errors and changes after billing, on every page that has them.
  { name: 'components/resolve', holds: /^components\/resolve\//, mayImport: belowTable },
  // The names and looks of states of coverage, on a contract's timeline and on the board of all
  // contracts.
  { name: 'components/coverage', holds: /^components\/coverage\//, mayImport: belowTable },
  // The audit trail's own page, and its panel on every record's page.
  { name: 'components/activity', holds: /^components\/activity\//, mayImport: belowActivity },
  // One change to many captures: its page, and the button under a list of captures.
  { name: 'components/bulk', holds: /^components\/bulk\//, mayImport: belowActivity },
  // Finds pages, actions and what the partner has, from every page.
  { name: 'components/palette', holds: /^components\/palette\//, mayImport: belowFilters },
  // The jobs of the person or the team: their page, and the tray in the frame.
  { name: 'components/jobs', holds: /^components\/jobs\//, mayImport: belowActivity },
  // A resource's folder composes building blocks and data; it never reaches into another
  // resource's.
  {
    name: 'components/claim-creations',
    holds: /^components\/claim-creations\//,
    mayImport: belowResources,
  },
  {
    name: 'components/charge-captures',
    holds: /^components\/charge-captures\//,
    mayImport: belowResources,
  },
  {
    name: 'components/queue',
    holds: /^components\/queue\//,
    mayImport: [...belowResources, 'components/charge-captures'],
  },
  // The manager's pages: what changed after billing, and the sums of everything.
  {
    name: 'components/updates',
    holds: /^components\/updates\//,
    mayImport: [...belowResources, 'components/queue'],
  },
  {
    name: 'components/overview',
    holds: /^components\/overview\//,
    mayImport: [...belowResources, 'components/queue'],
  },
  {
    name: 'components/credentialing',
    holds: /^components\/credentialing\//,
    mayImport: belowResources,
  },
  { name: 'components/contracts', holds: /^components\/contracts\//, mayImport: belowResources },
  { name: 'components/encounters', holds: /^components\/encounters\//, mayImport: belowResources },
  { name: 'components/settings', holds: /^components\/settings\//, mayImport: belowResources },
  // The catalogue of checks, and the code lists that some of them need.
  { name: 'components/checks', holds: /^components\/checks\//, mayImport: belowResources },
  // One's own unsaved edits of every form.
  { name: 'components/drafts', holds: /^components\/drafts\//, mayImport: belowResources },
  // Shows one page or component in a test, with the server's answers.
  { name: 'components/testing', holds: /^components\/testing\//, mayImport: 'anything' },
  { name: 'app', holds: /^app\//, mayImport: 'anything', never: ['sandbox', 'e2e', 'commands'] },
  { name: 'e2e', holds: /^e2e\//, mayImport: ['core', 'contract', 'lists', 'commands'] },
]

/** The part of a file; undefined for a file outside every part. */
export function partOf(file: string): Part | undefined {
  return parts.find((part) => part.holds.test(file))
}
