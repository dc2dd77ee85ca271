import { pageToday } from '#components/frame/page-day.ts'
import type { Mark, Marks } from '#components/form/marks/mark-store.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { readFilingRules } from '#lib/actions/payer-rules.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { type DraftObject, edited } from '#lib/rules/edit/edit-data.ts'
import { controlName, dataPath } from '#lib/rules/edit/field-path.ts'
import { type ObjectShape, isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import {
  addedFindings,
  checkCapture,
  explainRule,
  type CheckTerms,
} from '#lib/rules/scrub/check-capture.ts'
import { rulebookOf } from '#lib/rules/filing/rulebook.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'

// Load this file when it is needed: the rules are no part of a page's first code.

/**
 * A finding with what it is shown at (a control or a section), its words for a person, and whether
 * it stops a save.
 */
export type PlacedFinding = Finding & {
  name: string
  mark: Mark
  source: string
  how: string
  isBlocking: boolean
  /** The record had it not when it was loaded. */
  isNew: boolean
}

/** The input of the rules: the loaded record, the form as it is now, and the shapes of both. */
export type CheckedDraft = {
  base: JsonObject
  draft: DraftObject
  editable: ObjectShape
  body: ObjectShape
  /** What the team entered for the payers of the draft, once it is read. */
  limits?: ReplyOf<typeof readFilingRules> | undefined
} & Pick<
  CheckTerms,
  'preEncounter' | 'findCode' | 'lists' | 'findPlusFour' | 'findProviders' | 'findPayers' | 'others'
>

/**
 * Everything that is wrong with the record as a form would save it, errors first, each at its
 * control or section.
 */
export function findingsOf({
  base,
  draft,
  editable,
  body,
  preEncounter,
  findCode,
  lists,
  findPlusFour,
  findProviders,
  findPayers,
  others,
  limits,
}: CheckedDraft): PlacedFinding[] {
  const now = edited(base, editable, draft) as JsonObject
  const terms = {
    shape: body,
    today: pageToday(),
    preEncounter,
    findCode,
    lists,
    findPlusFour,
    findProviders,
    findPayers,
    others,
    filing: limits && { book: rulebookOf(limits.rules), today: limits.today },
  }
  const findings = checkCapture(now, terms)
  const added = new Set(addedFindings(findings, now, base, terms))
  return findings.map((finding) => ({
    ...finding,
    source: explainRule(finding.rule)?.source ?? '',
    how: explainRule(finding.rule)?.how ?? '',
    name: nameOf(finding.path, body, editable),
    mark: markOf(finding, body),
    isBlocking: finding.certain && added.has(finding),
    isNew: added.has(finding),
  }))
}

/** The marks of findings, by the name of what each is shown at. */
export function marksOfFindings(findings: readonly PlacedFinding[]): Marks {
  const marks = new Map<string, Mark[]>()
  for (const { name, mark } of findings) marks.set(name, [...(marks.get(name) ?? []), mark])
  return marks
}

function markOf({ severity, message, fix }: Finding, body: ObjectShape): Mark {
  if (!fix) return { from: 'check', severity, message }
  const { sets, move, ...words } = fix
  return {
    from: 'check',
    severity,
    message,
    fix: {
      ...words,
      sets: sets.map(({ path, value }) => ({ name: controlName(path, body), value })),
      ...(move && { move: { ...move, list: controlName(move.list, body) } }),
    },
  }
}

// A rule names the wire path itself: the control is there, or around it (one box holds all
// modifiers), else the section.
function nameOf(path: string, body: ObjectShape, editable: ObjectShape): string {
  const name = controlName(path, body)
  const parts = name.split('.')
  for (let length = 1; length <= parts.length; length += 1) {
    const around = parts.slice(0, length).join('.')
    const shape = shapeAt(editable, around)
    if (shape && isLeaf(shape)) return around
  }
  const section = `data.${dataPath(name).split('.')[0]}`
  return shapeAt(body, section) ? section : 'data.other'
}
