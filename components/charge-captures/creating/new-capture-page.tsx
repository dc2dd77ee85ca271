'use client'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { useFirstReply } from '#components/form/reading/use-first-reply.ts'
import { useOpenedDraft } from '#components/form/drafts/use-draft.ts'
import { isJsonObject, parseExact } from '#lib/core/json.ts'
import { chargeCaptureQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { duplicateOf, emptyCapture } from '#lib/rules/new-records/new-capture.ts'
import { textOf } from '#components/charge-captures/loaded-capture.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import type { ChargeCaptureReply } from '#lib/actions/charge-captures/read-charge-capture.ts'
import { NewCaptureForm } from './new-capture-form.tsx'
import type { CreateKind } from './new-capture-spec.ts'

type NewCapturePageProps = {
  kind: CreateKind
  body: ObjectShape
  /** The capture to copy, as the server read it for this page: the JSON text of a Result. */
  source?: { id: string; reply: Promise<JsonText<Result<ChargeCaptureReply>>> }
}

/**
 * The page that creates a charge capture: empty, copied from another one, or from pre-encounter
 * records.
 */
export function NewCapturePage({ source, ...rest }: NewCapturePageProps) {
  return source ? (
    <Copied {...rest} source={source} />
  ) : (
    <Form {...rest} draftRecord="new" copiedFrom={undefined} start={empty} />
  )
}

const empty = emptyCapture()

function Copied({
  source,
  ...rest
}: NewCapturePageProps & {
  source: { id: string; reply: Promise<JsonText<Result<ChargeCaptureReply>>> }
}) {
  const options = chargeCaptureQuery({ id: source.id })
  useFirstReply(source.reply, options.queryKey)
  const query = useQuery(options)
  if (query.isError) {
    const failure = failureOf(query.error)
    const actions = (
      <>
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
        <LinkButton href="/charge-captures/new">Begin with an empty one</LinkButton>
      </>
    )
    return <FailureState failure={failure} actions={actions} asPage />
  }
  if (!query.data) return <DetailSkeleton />
  const parsed = parseExact(query.data.charge_capture)
  const capture = isJsonObject(parsed) ? parsed : {}
  return (
    <Form
      {...rest}
      start={duplicateOf(capture)}
      copiedFrom={textOf(capture.charge_external_id) ?? 'another capture'}
      draftRecord={`copy-of-${source.id}`}
    />
  )
}

type FormProps = Omit<NewCapturePageProps, 'source'> &
  Pick<Parameters<typeof NewCaptureForm>[0], 'start' | 'copiedFrom' | 'draftRecord'>

function Form({ draftRecord, kind, ...rest }: FormProps) {
  const place = {
    kind: kind === 'plain' ? ('new-charge-capture' as const) : ('new-from-pre-encounter' as const),
    record: draftRecord,
  }
  const draft = useOpenedDraft(place)
  return (
    <NewCaptureForm
      key={draft?.found ? 'with its draft' : 'empty'}
      {...rest}
      kind={kind}
      draftRecord={draftRecord}
      draft={draft}
    />
  )
}
