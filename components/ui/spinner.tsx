/** A spinner; the text beside it says what is loading. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-3.5 animate-[spin_0.8s_linear_infinite] rounded-full border-2 border-current border-r-transparent"
    />
  )
}
