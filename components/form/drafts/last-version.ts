import type { DraftPlace, DraftVersion, FoundDraft } from '#lib/rules/edit/draft-kinds.ts'

/** The last message that a page of this tab sent about a form as it went away: its number, never what it holds. */
export type LastVersion = DraftVersion & { isDrop: boolean }

/** Notes the last message of a page for the tab's next page, which may ask the server before that message arrives. */
export function noteLastVersion(at: DraftPlace, version: LastVersion): void {
  try {
    sessionStorage.setItem(keyOf(at), JSON.stringify(version))
  } catch {
    // A browser that keeps nothing for the tab: its next page shows what the server has.
  }
}

/** Forgets that message, once it was answered. */
export function forgetLastVersion(at: DraftPlace, { editor, sequence }: DraftVersion): void {
  const noted = readLastVersion(at)
  if (noted?.editor === editor && noted.sequence <= sequence) sessionStorage.removeItem(keyOf(at))
}

/** The last message of the tab's page before this one, if nobody knows yet that it arrived. */
export function readLastVersion(at: DraftPlace): LastVersion | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(at)) ?? 'null') as LastVersion | null) ?? undefined
  } catch {
    return undefined
  }
}

/** True when what the server has is as new as that message. */
export function isAsNew(found: FoundDraft | null | undefined, last: LastVersion): boolean {
  if (found?.editor !== last.editor) return last.isDrop
  return !last.isDrop && found.sequence >= last.sequence
}

function keyOf({ kind, record }: DraftPlace): string {
  return `draft-sent/${kind}/${record}`
}
