import { useCallback, useEffect, useState } from 'react'
import { useClient } from 'sanity'
import { IntentLink } from 'sanity/router'
import { apiVersion } from '../../api-version.ts'
import type { Move } from '../../redirects/moved-page.ts'
import { redirectInRelease, redirectOfRelease } from '../../redirects/release-redirects.ts'
import { noteStyle } from './note-style.ts'

type Found = { _id: string; destination?: string | null | undefined }

/** What a release does with the old address of a page that it moves, and a button that adds the redirect to it. */
export function ReleaseRedirect({ from, to, release }: Move & { release: string }) {
  const client = useClient({ apiVersion })
  const [redirect, setRedirect] = useState<Found | null>()
  const [isAdding, setIsAdding] = useState(false)
  const [problem, setProblem] = useState<string>()

  const look = useCallback(
    () => redirectOfRelease(client, from, release).then((found) => setRedirect(found ?? null)),
    [client, from, release],
  )

  useEffect(() => {
    // Without an answer the button is there, which says what went wrong when it is pressed.
    look().catch(() => setRedirect(null))
  }, [look])

  async function add() {
    setIsAdding(true)
    setProblem(undefined)
    try {
      await redirectInRelease(client, { from, to }, release)
      await look()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setIsAdding(false)
  }

  if (redirect === undefined) return null
  if (redirect?.destination === to) {
    return (
      <p style={noteStyle}>
        When the release is published, visitors of {from} are sent to {to} by{' '}
        <IntentLink
          intent="edit"
          params={{ id: redirect._id, type: 'redirect' }}
          searchParams={[['perspective', release]]}
        >
          a redirect of the release
        </IntentLink>
        .
      </p>
    )
  }
  return (
    <div style={noteStyle} aria-live="polite">
      <p style={{ margin: '0 0 0.5rem' }}>
        {problem === undefined
          ? `A release makes no redirects by itself: once it is published, visitors of ${from} find nothing.`
          : `The redirect could not be stored (${problem}). Try again.`}
      </p>
      <button type="button" disabled={isAdding} onClick={() => void add()} style={buttonStyle}>
        {isAdding ? 'Adding…' : `Add a redirect to ${to}`}
      </button>
    </div>
  )
}

const buttonStyle = {
  font: 'inherit',
  padding: '0.375rem 0.625rem',
  border: '1px solid var(--card-border-color)',
  borderRadius: '0.1875rem',
  color: 'var(--card-fg-color)',
  background: 'var(--card-bg-color)',
  cursor: 'pointer',
} as const
