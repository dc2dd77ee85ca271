import {
  CalendarX,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Clock,
  DoorClosed,
  Hourglass,
  Layers,
  MapPinOff,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import type { DenialState } from '#lib/rules/coverage/at-risk.ts'

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
}

/** The icon of a state of cover, for use beside its word. */
export function CoverIcon({ state }: { state: DenialState }) {
  const Icon = icons[state]
  return <Icon aria-hidden="true" className="size-3 shrink-0" />
}
