/** The look of what floats over the page: menus, popovers. */
export const floatingStyle =
  'z-50 origin-(--transform-origin) rounded-card bg-raised text-ink shadow-float outline-none transition-opacity duration-75 data-ending-style:opacity-0 data-starting-style:opacity-0'
