import {
  CalendarX,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  Clock,
  DoorClosed,
  FileX,
  Hourglass,
  Layers,
  MapPinOff,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import type { DenialState } from '#lib/rules/coverage/facts.ts'

const icons: Record<DenialState, LucideIcon> = {
  covered: CircleCheck,
  expiring: Clock,
  late: Clock,
  overlap: Layers,
  submitted: Hourglass,
  gap: CircleDashed,
  expired: CalendarX,
  none: CircleSlash,
  'not-listed': UserX,
  'other-state': MapPinOff,
  'not-at-facility': DoorClosed,
  'status-differs': CircleHelp,
  'contract-ended': CalendarX,
  'contract-later': CalendarX,
  'other-region': MapPinOff,
  'other-line': FileX,
  'other-claim-type': FileX,
  individual: UserX,
}

/** The icon of a state of cover, for use beside its word. */
export function CoverIcon({ state }: { state: DenialState }) {
  const Icon = icons[state]
  return <Icon aria-hidden="true" className="size-3 shrink-0" />
}
