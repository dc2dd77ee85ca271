/**
 * The column beside a capture's form: it stays in sight while the form scrolls, and scrolls by
 * itself where it holds more than fits between the page's head and the save bar. Its edges leave
 * room for the ring of a focused control.
 */
export const asideStyle =
  '-mx-1 flex min-w-0 flex-col gap-3 self-start px-1 pb-6 min-[900px]:sticky min-[900px]:top-[calc(var(--strip-h)+4.25rem)] min-[900px]:max-h-[calc(100dvh-var(--strip-h)-4.25rem-3.5rem)] min-[900px]:overflow-y-auto min-[900px]:[scrollbar-width:thin]'
