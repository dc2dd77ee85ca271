import { showToast } from '#components/ui/toast.tsx'
import { closeFollowUp } from '#lib/actions/follow-ups.ts'
import type { FollowUp } from '#lib/actions/follow-ups/verbs.ts'
import { useAct } from '#lib/queries/use-act.ts'

/** Marks a follow-up as done or as open again; the message offers the way back. */
export function useClose() {
  const { ask, busy } = useAct('closeFollowUp', closeFollowUp, { tells: 'Nothing was changed.' })
  const close = async (
    followUp: Pick<FollowUp, 'id' | 'asked' | 'payer'>,
    is_done: boolean,
    isUndo = false,
  ): Promise<void> => {
    const result = await ask({ id: followUp.id, is_done })
    if (!result.ok) return
    showToast({
      tone: 'green',
      message: `Follow-up with ${followUp.asked} for ${followUp.payer} is ${is_done ? 'done' : 'open again'}.`,
      ...(!isUndo && {
        action: { label: 'Undo', run: () => void close(followUp, !is_done, true) },
      }),
    })
  }
  return { close, busy }
}
