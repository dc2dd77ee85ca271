import { SoftLink } from '#components/ui/soft-link.tsx'

/** The way back to a list, or to the record that this one belongs to, before a page's title. */
export function ListTrail({ list }: { list: { href: string; label: string } }) {
  return (
    <>
      <SoftLink href={list.href} className="hover:underline">
        {list.label}
      </SoftLink>
      <span aria-hidden="true" className="text-ink-3">
        /
      </span>
    </>
  )
}
