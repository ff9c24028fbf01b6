'use client'

import { Button } from '../ui/button.tsx'
import { useInfiniteQuery, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { buildEndpoint, buildQueryKey, type QueryParams, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'

export function Loading({ label, rows }: { label: string; rows: number }) {
  return (
    <output aria-label={label} className="grid gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <span
          key={row}
          data-slot="skeleton"
          className="block h-9 rounded-lg bg-[color-mix(in_oklab,var(--border)_40%,var(--card))]"
        />
      ))}
    </output>
  )
}

export function LoadError({ subject, retry }: { subject: string; retry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4">
      <p>{subject} could not be loaded. The rest of the dashboard works.</p>
      <Button variant="quiet" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

export function StaleNotice({
  subject,
  isRetrying,
  retry,
}: {
  subject: string
  isRetrying: boolean
  retry: () => void
}) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-4">
      <output>{subject} could not be refreshed. What you see may be out of date.</output>
      <Button variant="quiet" disabled={isRetrying} onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

type QueryResultProps<Answer, Key extends readonly unknown[]> = {
  /** Name of the data at the start of a sentence, such as "The list of copies". */
  subject: string
  query: UseQueryOptions<Answer, Error, Answer, Key>
  /** Whether the query failed during the server render. Then only a click retries. */
  hasFailed: boolean
  placeholder?: ReactNode
  /**
   * Renders the result.
   * @param isStale whether `answer` belongs to the previous parameters
   */
  children: (answer: Answer, isStale: boolean) => ReactNode
}

type QueryStateProps = {
  subject: string
  query: { data: unknown; isError: boolean; isFetching: boolean }
  retry: () => void
  placeholder: ReactNode
  children: () => ReactNode
}

function QueryState({ subject, query: { data, isError, isFetching }, retry, placeholder, children }: QueryStateProps) {
  if (data === undefined && isFetching) return placeholder
  if (data === undefined) return <LoadError subject={subject} retry={retry} />
  return (
    <>
      {isError && <StaleNotice subject={subject} isRetrying={isFetching} retry={retry} />}
      {children()}
    </>
  )
}

export function QueryResult<Answer, Key extends readonly unknown[]>({
  subject,
  query,
  hasFailed,
  placeholder,
  children,
}: QueryResultProps<Answer, Key>) {
  const [wasRetried, setWasRetried] = useState(false)
  const result = useQuery({ ...query, enabled: wasRetried || !hasFailed })
  const { data, isPlaceholderData, refetch } = result
  const retry = () => {
    setWasRetried(true)
    void refetch()
  }
  return (
    <QueryState
      subject={subject}
      query={result}
      retry={retry}
      placeholder={placeholder ?? <Loading label={`Loading: ${subject}`} rows={2} />}
    >
      {() => children(data as Answer, isPlaceholderData)}
    </QueryState>
  )
}

type Cursor = string | number | null | undefined

type PagesOptions<Page> = {
  name: string
  schema: z.ZodType<Page>
  reader: Reader
  params?: QueryParams
  cursor?: 'cursor' | 'before'
  hasFailed?: boolean
  staleTime?: number
}

export function usePages<Page extends { next?: Cursor }>(options: PagesOptions<Page>) {
  const { name, schema, reader, params, cursor = 'cursor', hasFailed = false, staleTime } = options
  const [wasRetried, setWasRetried] = useState(false)
  const result = useInfiniteQuery({
    queryKey: buildQueryKey(name, reader, params),
    queryFn: async ({ pageParam, signal }) => {
      const response = await fetch(buildEndpoint(name, { ...params, [cursor]: pageParam ?? undefined }), { signal })
      if (!response.ok) throw new Error(`${buildEndpoint(name)} returned status ${response.status}`)
      return schema.parse(await response.json())
    },
    initialPageParam: undefined as Cursor,
    getNextPageParam: ({ next }) => next,
    enabled: wasRetried || !hasFailed,
    ...(staleTime !== undefined && { staleTime }),
  })
  const retry = () => {
    setWasRetried(true)
    void result.refetch()
  }
  return { ...result, pages: result.data?.pages ?? [], retry }
}

type PagesResultProps<Page> = {
  subject: string
  list: ReturnType<typeof usePages<Page & { next?: Cursor }>>
  placeholder: ReactNode
  moreLabel?: string
  children: (pages: Page[]) => ReactNode
}

export function PagesResult<Page>({
  subject,
  list,
  placeholder,
  moreLabel = 'Show more',
  children,
}: PagesResultProps<Page>) {
  return (
    <QueryState subject={subject} query={list} retry={list.retry} placeholder={placeholder}>
      {() => (
        <>
          {children(list.pages)}
          {list.hasNextPage && (
            <p className="mt-5">
              <Button variant="quiet" disabled={list.isFetching} onClick={() => void list.fetchNextPage()}>
                {moreLabel}
              </Button>
            </p>
          )}
        </>
      )}
    </QueryState>
  )
}
