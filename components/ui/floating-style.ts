/** The style of floating elements: menus and popovers. */
export const floatingStyle =
  'z-50 origin-(--transform-origin) rounded-card bg-raised text-ink shadow-float outline-none transition-opacity duration-75 data-ending-style:opacity-0 data-starting-style:opacity-0'
