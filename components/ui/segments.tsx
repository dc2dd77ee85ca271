type SegmentsProps<Value extends string> = {
  /** The group's accessible name: "Length of time". */
  label: string
  value: Value
  choices: Record<Value, string>
  /**
   * The choices' accessible names where the visible labels are short. Each begins with its visible
   * label.
   */
  names?: Record<Value, string>
  onChoose: (value: Value) => void
}

/** A few choices side by side; one is pressed. */
export function Segments<Value extends string>({
  label,
  value,
  choices,
  names,
  onChoose,
}: SegmentsProps<Value>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex h-7 items-stretch print:hidden rounded-control border border-control max-sm:h-11 max-sm:max-w-full"
    >
      {(Object.keys(choices) as Value[]).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          title={names?.[one]}
          onClick={() => onChoose(one)}
          className="border-r border-line px-2 text-xs whitespace-nowrap max-sm:px-1.5 max-sm:whitespace-normal text-ink-2 first:rounded-l-control last:rounded-r-control last:border-r-0 hover:bg-hover hover:text-ink aria-pressed:bg-hover aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {names ? (
            <>
              <span aria-hidden="true">{choices[one]}</span>
              <span className="sr-only">{names[one]}</span>
            </>
          ) : (
            choices[one]
          )}
        </button>
      ))}
    </div>
  )
}
