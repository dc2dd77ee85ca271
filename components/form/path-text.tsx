import { Fragment } from 'react'

/** A dotted path in mono that breaks after its dots, not inside a name. */
export function PathText({ path }: { path: string }) {
  return (
    <code className="font-mono break-words">
      {path.split('.').map((part, place) => (
        <Fragment key={`${place} ${part}`}>
          {place > 0 && '.'}
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  )
}
