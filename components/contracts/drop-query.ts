/** Takes what opened a dialog out of the page's address, so that a reload does not open it again. */
export function dropQuery(): void {
  history.replaceState(history.state, '', location.pathname)
}
