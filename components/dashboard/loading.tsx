'use client'

import { Button } from '../ui/button.tsx'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** Holds the place of something that is being loaded. */
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

/** Says that something could not be loaded, and offers another try. */
export function NotLoaded({ what, retry }: { what: string; retry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4">
      <p>{what} could not be loaded. The rest of the dashboard works.</p>
      <Button variant="quiet" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

/** Above what was loaded before: says that it could not be loaded again, and offers another try. */
export function Outdated({ what, isTrying, retry }: { what: string; isTrying: boolean; retry: () => void }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-4">
      <output>{what} could not be refreshed. What you see may be out of date.</output>
      <Button variant="quiet" disabled={isTrying} onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

type QueryResultProps<Answer, Key extends readonly unknown[]> = {
  /** At the beginning of a sentence: "The list of copies". */
  what: string
  query: UseQueryOptions<Answer, Error, Answer, Key>
  /** Whether the server could not read it a moment ago: then it is read again only when somebody asks for that. */
  hasFailed: boolean
  /** While it loads, about as high as what comes; two lines, unless it is given. */
  placeholder?: ReactNode
  /** @param isStale whether the answer is that of other parameters, shown until that of these has come */
  children: (answer: Answer, isStale: boolean) => ReactNode
}

/** What a query answered, with what is shown while it loads, when it fails, and when it could not be refreshed. */
export function QueryResult<Answer, Key extends readonly unknown[]>({
  what,
  query,
  hasFailed,
  placeholder,
  children,
}: QueryResultProps<Answer, Key>) {
  const [isAsked, setIsAsked] = useState(false)
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query,
    enabled: isAsked || !hasFailed,
  })
  const retry = () => {
    setIsAsked(true)
    void refetch()
  }
  if (data === undefined && isFetching) return placeholder ?? <Loading label={`Loading: ${what}`} rows={2} />
  if (data === undefined) return <NotLoaded what={what} retry={retry} />
  return (
    <>
      {isError && <Outdated what={what} isTrying={isFetching} retry={retry} />}
      {children(data, isPlaceholderData)}
    </>
  )
}
