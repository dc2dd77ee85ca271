/** One key or a sequence ("g c"), each key in its own box. A phone, which has no keys, shows none. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex items-center gap-1 font-sans max-sm:hidden">
      {keys.split(' ').map((key, place) => (
        <span
          key={`${place}${key}`}
          className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line-strong bg-panel px-1 font-mono text-2xs leading-none text-ink-2"
        >
          {key}
        </span>
      ))}
    </kbd>
  )
}
