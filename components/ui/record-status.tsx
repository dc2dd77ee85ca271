import { StatusBadge } from './status-badge.tsx'
import {
  chargeCaptureStatusWord,
  claimCreationStatusWord,
  claimStatusWord,
  contractStatusWord,
  credentialingStatusWord,
  recordStateWord,
} from './status-words.ts'

/** A claim creation's status as a badge. */
export function ClaimCreationStatus({ status }: { status: string }) {
  const { word, tone } = claimCreationStatusWord(status)
  return (
    <StatusBadge tone={tone} title={status}>
      {word}
    </StatusBadge>
  )
}

/** A record's one state in a list as a badge; `title` has the statuses that it comes from. */
export function RecordState({ state, title }: { state: string; title?: string | undefined }) {
  const { word, tone } = recordStateWord(state)
  return (
    <StatusBadge tone={tone} title={title ?? state}>
      {word}
    </StatusBadge>
  )
}

/** A contract's status as a badge. */
export function ContractStatus({ status }: { status: string }) {
  const { word, tone } = contractStatusWord(status)
  return (
    <StatusBadge tone={tone} title={status}>
      {word}
    </StatusBadge>
  )
}

/** A credentialing span's status as a badge. */
export function CredentialingStatus({ status }: { status: string }) {
  const { word, tone } = credentialingStatusWord(status)
  return (
    <StatusBadge tone={tone} title={status}>
      {word}
    </StatusBadge>
  )
}

/** A charge capture's status as a badge. */
export function ChargeCaptureStatus({ status }: { status: string }) {
  const { word, tone } = chargeCaptureStatusWord(status)
  return (
    <StatusBadge tone={tone} title={status}>
      {word}
    </StatusBadge>
  )
}

/** A claim's status as a badge. */
export function ClaimStatus({ status }: { status: string }) {
  const { word, tone } = claimStatusWord(status)
  return (
    <StatusBadge tone={tone} title={status}>
      {word}
    </StatusBadge>
  )
}
