import { ListSkeleton } from '#components/table/list-skeleton.tsx'

/** The list's frame while its first page is read. */
export default function Loading() {
  return <ListSkeleton title="Updates" />
}
