import { notFound } from '#lib/sandbox/http/refusal.ts'

/** Stands for an attachment that nobody has uploaded. ASSUMED: missing-attachment */
export const missingAttachmentId = '00000000-0000-4000-8000-00000000f0e3'

/** 404 for an attachment that is not there: a capture may only name those that were uploaded before. */
export function checkAttachments(ids: readonly string[] | null | undefined): void {
  if (ids?.includes(missingAttachmentId)) throw notFound(missingAttachmentId)
}
