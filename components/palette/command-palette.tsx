'use client'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { activeActions, holdKeysUntilPage } from '#components/frame/keys/keys.ts'
import { leaveByKey } from '#components/frame/unsaved-form.ts'
import { places } from '#components/frame/places.ts'
import { SearchDialog, SearchDialogClose } from '#components/ui/search-dialog.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { isBirthDate } from '#lib/lists/search-text.ts'
import { queueQuery } from '#lib/queries/queue.ts'
import { openedLatelyQuery, savedViewsQuery } from '#lib/queries/views.ts'
import { idLines } from './id-lines.ts'
import { actionGroups, causeGroup, latelyGroup, viewGroup } from './known-groups.ts'
import { kindLabels, type Kind, type Line, type LineGroup } from './lines.ts'
import { isActionText } from './match.ts'
import { PaletteList, type Choice, type ShownGroup } from './palette-list.tsx'
import { useFound } from './use-found.ts'

const shownOfAKind = 3
// Of actions, where the text is plainly one.
const actionsShown = 8
// Of one kind alone.
const mostShown = 100

/**
 * The command palette: type to find a record, a page or an action; arrows choose, Enter opens or
 * runs. What the console knows answers at once; the partner's groups load in their place.
 */
export function CommandPalette({
  tasks,
  onClose,
}: {
  tasks: readonly string[]
  onClose: () => void
}) {
  const router = useRouter()
  const path = usePathname()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [kind, setKind] = useState<Kind>()
  const [moved, setMoved] = useState<string>()
  // The page below does not change while the palette is open: what is run is what was shown.
  const [actions] = useState(activeActions)
  const text = typed.trim()
  const open = places.filter(({ task }) => tasks.includes(task))
  const isAction = isActionText(
    text,
    actions.flatMap(({ label, run }) => (run ? [label] : [])),
  )
  const causes = useQuery({
    ...queueQuery({ view: 'causes', sort: 'money' }),
    enabled: tasks.includes('readQueue'),
    refetchInterval: false,
  })
  const views = useQuery(savedViewsQuery())
  const lately = useQuery(openedLatelyQuery({}))
  const found = useFound({ typed, places: open, kind, isAction })

  const all = inOrder(text, isAction, [
    {
      ...latelyGroup(lately.data ?? [], text, path),
      failure: lately.isError ? 'What you opened lately can’t be read now' : undefined,
      ...(text === '' && { isLoading: lately.isLoading, none: 'Nothing yet' }),
    },
    ...found.groups,
    { key: 'ids', kind: 'record', label: 'By ID', lines: idLines(text, open) },
    {
      ...causeGroup(causes.data?.causes ?? [], text),
      failure: causes.isError ? 'Causes can’t be searched now' : undefined,
    },
    {
      ...viewGroup(views.data?.views ?? [], text),
      failure: views.isError ? 'Saved views can’t be searched now' : undefined,
    },
    ...actionGroups(actions, text),
  ])
  const groups = all
    .filter((group) => (kind === undefined ? text !== '' || isOfStart(group) : group.kind === kind))
    .map((group) => ({
      ...group,
      shown: group.lines.slice(0, mostOf(group, text, isAction, kind)),
    }))
    .filter(
      ({ lines, failure, none, isLoading }) =>
        lines.length > 0 || failure !== undefined || none !== undefined || isLoading === true,
    )
  const isLoading = groups.some((group) => group.isLoading)
  const matches = groups.reduce((sum, { lines }) => sum + lines.length, 0)
  const hasFailed = groups.some(({ failure }) => failure !== undefined)
  const isEmpty = text !== '' && matches === 0 && !isLoading && !hasFailed
  const rest = isEmpty && found.searchCaptures ? [searchLine(found.searchCaptures)] : []
  const shown: readonly ShownGroup[] = isEmpty ? rest : groups
  const lines = shown.flatMap((group) => group.shown).filter(({ whyNot }) => whyNot === undefined)
  const active = lines.find(({ id }) => id === moved) ?? lines[0]

  const narrow = (next: Kind | undefined) => {
    setKind(next)
    setMoved(undefined)
  }
  const go = async (href: NonNullable<Line['href']>, isTab: boolean) => {
    const address = typeof href === 'string' ? href : await href()
    if (address === undefined) return
    if (isTab) return void window.open(address, '_blank', 'noopener')
    leaveByKey(() => {
      holdKeysUntilPage(address)
      router.push(address)
    })
  }
  const choose = (line: Line, choice: Choice) => {
    const group = shown.find((each) => each.shown.includes(line))
    if (choice === 'all' && group && group.all === undefined) return narrow(group.kind)
    const href = choice === 'all' ? group?.all : line.href
    onClose()
    if (href !== undefined) return void go(href, choice === 'tab')
    // The dialog first gives the focus back to where it was: the action begins there.
    setTimeout(() => line.run?.())
  }
  return (
    <SearchDialog title="Search and go to" hideTitle isWide input={input} onClose={onClose}>
      <PaletteList
        input={input}
        typed={typed}
        onTyped={(next) => {
          setTyped(next)
          setMoved(undefined)
        }}
        narrowedTo={kind && kindLabels[kind]}
        onNarrow={(isNarrow) =>
          narrow(isNarrow ? groups.find((each) => each.shown.includes(active!))?.kind : undefined)
        }
        groups={shown}
        active={active}
        onActive={({ id }) => setMoved(id)}
        onChoose={choose}
        end={<SearchDialogClose />}
        empty={
          (isEmpty || groups.length === 0) && (
            <p className="px-4 py-3 text-sm text-ink-2">{emptyWords(text, found.search)}</p>
          )
        }
        status={
          isLoading
            ? 'Searching…'
            : isEmpty
              ? 'Nothing matches'
              : text === ''
                ? ''
                : countOf(matches, { one: 'match', many: 'matches' })
        }
      />
    </SearchDialog>
  )
}

// The kinds from the most to the least likely one: an action's word means the action, and an id
// the record.
function inOrder(text: string, isAction: boolean, groups: readonly LineGroup[]): LineGroup[] {
  const isId = /\d/.test(text) && !/[\s,]/.test(text) && !isBirthDate(text)
  const first: readonly Kind[] = isAction ? ['action'] : isId ? ['lately', 'record'] : []
  const place = ({ kind }: LineGroup) => (first.includes(kind) ? first.indexOf(kind) : first.length)
  return groups.toSorted((one, other) => place(one) - place(other))
}

// Before a key the palette shows what was opened lately, and what can be done.
function isOfStart({ kind }: LineGroup): boolean {
  return kind === 'lately' || kind === 'action'
}

function mostOf(
  { key, kind: of }: LineGroup,
  text: string,
  isAction: boolean,
  narrowed: Kind | undefined,
): number {
  // An id says nothing of what it is of, so every page that it may open is shown.
  if (narrowed !== undefined || text === '' || key === 'ids') return mostShown
  return of === 'action' && isAction ? actionsShown : shownOfAKind
}

function emptyWords(text: string, search: object | undefined): string {
  if (text === '') return 'Type a name, a birth date or an ID.'
  if (search === undefined) return 'Type one more letter to search patients and records.'
  return `Nothing matches “${text}”. ${/\d/.test(text) ? 'Check the number.' : 'Try the last name only.'}`
}

function searchLine(href: () => Promise<string | undefined>): ShownGroup {
  const line: Line = { id: 'search', icon: Search, title: 'Search charge captures', href }
  return {
    key: 'search',
    kind: 'record',
    label: 'Everything',
    lines: [line],
    shown: [line],
  }
}
