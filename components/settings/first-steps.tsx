'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { showFailure, showToast } from '#components/ui/toast.tsx'
import { savePreferences } from '#lib/actions/personal.ts'
import { isComplete, type FirstStep } from '#lib/lists/first-steps.ts'

const states = {
  done: { tone: 'green', words: 'Done' },
  open: { tone: 'amber', words: 'To do' },
  unseen: { tone: 'grey', words: 'Not visible' },
} as const

type FirstStepsPageProps = {
  steps: readonly FirstStep[]
  /** The person chose to begin with the work queue. */
  isHidden: boolean
  /** Demo accounts always begin with their work. */
  isDemo: boolean
}

/** What a new console needs: each step with what a check found, and where it is done. */
export function FirstStepsPage({ steps, isHidden, isDemo }: FirstStepsPageProps) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const begins = !isComplete(steps) && !isDemo
  const left = steps.filter(({ state }) => state === 'open').length
  const choose = async (first_steps: 'hidden' | 'shown') => {
    setBusy(true)
    const result = await savePreferences({ first_steps })
    setBusy(false)
    if (!result.ok) return showFailure(result.error)
    if (first_steps === 'shown') return router.refresh()
    showToast({ message: 'Hidden. You find the first steps again under People.' })
    router.push('/queue')
  }
  return (
    <div className="flex flex-col gap-4 px-6 py-5 max-lg:px-4">
      <PageHeader
        title="First steps"
        note={isComplete(steps) ? 'Everything is done' : `${left} of ${steps.length} to do`}
        actions={
          begins && (
            <Button busy={isBusy} onClick={() => void choose(isHidden ? 'shown' : 'hidden')}>
              {isHidden ? 'Show after sign-in' : 'Hide'}
            </Button>
          )
        }
      />
      <Card flush className="max-w-4xl">
        <ol aria-label="First steps">
          {steps.map(({ key, label, state, words, href }) => (
            <li
              key={key}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-3 text-sm last:border-b-0"
            >
              <span className="w-44 font-medium">
                {href === undefined ? (
                  label
                ) : (
                  <SoftLink
                    href={href}
                    className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
                  >
                    {label}
                  </SoftLink>
                )}
              </span>
              <span className="w-32">
                <StatusBadge tone={states[state].tone}>{states[state].words}</StatusBadge>
              </span>
              <span className="min-w-60 flex-1 text-ink-2">{words}</span>
            </li>
          ))}
        </ol>
      </Card>
      <p className="max-w-4xl text-sm text-ink-2">
        The console checks each step when you open this page.{' '}
        {begins && !isHidden && 'Until all are done, you begin here after you sign in.'}
      </p>
    </div>
  )
}
