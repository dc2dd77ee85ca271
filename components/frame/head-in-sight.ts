/** Around the head of a page of many screens: it stays in sight, so that one always knows what is open; a low window needs the room more. */
export const headInSight =
  '-mx-5 border-b border-line bg-ground px-5 py-2.5 [@media(min-height:30rem)]:stuck-top [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-(--strip-h) [@media(min-height:30rem)]:z-20'
