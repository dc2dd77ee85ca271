import type { DraftPlace, DraftVersion, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'

/**
 * The last message that a page of this tab sent about a form as it went away: its number, and the number of the draft
 * that it takes the place of; never what it holds. `isAnswered`: the server has settled it.
 */
export type LastVersion = DraftVersion & {
  isDrop: boolean
  replaces?: DraftVersion | undefined
  isAnswered?: boolean | undefined
}

type Noted = LastVersion & { sentAt: number }

const prefix = 'draft-sent/'
// A message ends after half of that; the other half is for a slow page that asks about it.
const keptMs = 30_000
const [askAfterMs, lateMs] = [[0, 150, 300, 600, 1_200, 1_400], 4_000]
const awaited = new Set<string>()

/** Notes the last message of a page for the tab's next page, which may ask the server before that message arrives. */
export function noteLastVersion(at: DraftPlace, { editor, sequence, isDrop, replaces, isAnswered }: LastVersion): void {
  const noted: Noted = { editor, sequence, isDrop, replaces, isAnswered, sentAt: Date.now() }
  try {
    sessionStorage.setItem(keyOf(at), JSON.stringify(noted))
  } catch {
    // A browser that keeps nothing for the tab: its next page shows what the server has.
  }
}

/**
 * Notes that it was answered. It is not forgotten yet: a page that is loaded again was asked for before, and may have
 * been drawn from what the server had then.
 */
export function noteAnswer(at: DraftPlace, { editor, sequence }: DraftVersion): void {
  const noted = readLastVersion(at)
  if (noted?.editor === editor && noted.sequence === sequence) noteLastVersion(at, { ...noted, isAnswered: true })
}

/** Forgets that message, once it is known what became of it. */
export function forgetLastVersion(at: DraftPlace, { editor, sequence }: DraftVersion): void {
  const noted = readLastVersion(at)
  if (noted?.editor === editor && noted.sequence <= sequence) sessionStorage.removeItem(keyOf(at))
}

/** The last message of the tab's page before this one, if nobody has seen yet that it arrived. Old notes of all forms go. */
export function readLastVersion(at: DraftPlace): LastVersion | undefined {
  try {
    const keys = Array.from({ length: sessionStorage.length }, (_, place) => sessionStorage.key(place) ?? '').filter(
      (key) => key.startsWith(prefix),
    )
    for (const key of keys) if (isOld(notedAs(key))) sessionStorage.removeItem(key)
    return notedAs(keyOf(at))
  } catch {
    return undefined
  }
}

/** True when what the server has is as new as that message. `undefined` is not known, and never as new; null is no draft. */
export function isAsNew(found: FoundDraft | null | undefined, last: LastVersion): boolean {
  if (found === undefined) return false
  if (last.isDrop) return found === null || (found.editor !== last.editor && !isReplaced(found, last))
  return found?.editor === last.editor && found.sequence >= last.sequence
}

/**
 * Asks until that message is there, with growing pauses, since every answer is audited; for one that the server has
 * settled, once. False when it is not there after four seconds: then it was lost on its way. A read that fails is no
 * answer.
 */
export async function lastArrives(
  read: () => Promise<FoundDraft | null>,
  last: LastVersion,
  gone: AbortSignal,
): Promise<boolean> {
  let isLate = false
  const late = pause(lateMs).then((): undefined => {
    isLate = true
  })
  for (const ms of askAfterMs) {
    await Promise.race([pause(ms), late])
    if (isLate || gone.aborted) return false
    const found = await Promise.race([read().catch(() => undefined), late])
    if (isAsNew(found, last) || (last.isAnswered && found !== undefined)) return true
  }
  return false
}

/** From now on no form keeps drafts of this: one that is drawn before the last message is there is taken away at once. */
export function holdDraft(at: DraftPlace): void {
  awaited.add(keyOf(at))
}

/** What `holdDraft` held may be kept again. */
export function releaseDraft(at: DraftPlace): void {
  awaited.delete(keyOf(at))
}

/** True between the two. */
export function isDraftHeld(at: DraftPlace): boolean {
  return awaited.has(keyOf(at))
}

function isReplaced(found: DraftVersion, { replaces }: LastVersion): boolean {
  return found.editor === replaces?.editor && found.sequence === replaces.sequence
}

function isOld(noted: Noted | undefined): boolean {
  return !noted || !(Math.abs(Date.now() - noted.sentAt) < keptMs)
}

function notedAs(key: string): Noted | undefined {
  return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Noted | null) ?? undefined
}

function keyOf({ kind, record }: DraftPlace): string {
  return `${prefix}${kind}/${record}`
}

function pause(ms: number): Promise<void> {
  return new Promise((over) => setTimeout(over, ms))
}
