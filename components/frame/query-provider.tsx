'use client'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { showFailure } from '#components/ui/toast.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { reportFailure } from './report-failure.ts'

/**
 * The browser's cache of the partner's replies, one for each tab. It ends with the tab or at
 * sign-out.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        reportFailure(failureOf(error))
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _input, _context, { meta }) {
        const failure = reportFailure(failureOf(error))
        if (failure && typeof meta?.tells === 'string') showFailure(failure, meta.tells)
      },
    }),
    defaultOptions: {
      // Data changes only when the person acts: no refetch on focus. The server retries, within its
      // budget.
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
