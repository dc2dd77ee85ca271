'use client'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { failureOf } from '#lib/core/failure-error.ts'
import { noteSessionEnd } from './account/session-store.ts'
import { noteNewVersion } from './new-version.tsx'
import { notePartnerFailure } from './partner/partner-trouble.ts'

/** The browser's cache of the partner's replies, one for each tab. It ends with the tab or at sign-out. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        const failure = failureOf(error)
        noteSessionEnd(failure)
        noteNewVersion(failure)
        notePartnerFailure(failure)
      },
    }),
    defaultOptions: {
      // Data changes only when the person acts: no refetch on focus. The server retries, within its budget.
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 30_000,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
