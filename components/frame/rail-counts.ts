import { createStore } from './store.ts'

/** How many things wait at a place, by its address; a place without a number shows none. */
export type RailCounts = Readonly<Record<string, number>>

export const railCounts = createStore<RailCounts>({})
