/**
 * Keeps the head of a long page in sight. On a low window the head scrolls away, because the
 * content needs the room.
 */
export const headInSight =
  '-mx-5 border-b border-line bg-ground px-5 py-2.5 [@media(min-height:30rem)]:stuck-top [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-(--strip-h) [@media(min-height:30rem)]:z-20'
