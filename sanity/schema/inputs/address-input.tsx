import { useCallback, useEffect, useState } from 'react'
import { useClient, type SlugInputProps, type StringInputProps, useEditState, useFormValue } from 'sanity'
import { IntentLink } from 'sanity/router'
import { apiVersion } from '../../api-version.ts'
import { publicPath } from '../../content-types.ts'
import { toPublishedId, parseRelease } from '../../document-id.ts'
import { type Move, findMove } from '../../redirects/moved-page.ts'
import { addRedirectToRelease, findReleaseRedirect } from '../../redirects/release-redirects.ts'

const noteStyle = {
  margin: '0.5rem 0 0',
  fontSize: '0.8125rem',
  lineHeight: 1.4,
  color: 'var(--card-muted-fg-color)',
} as const

type ReleaseRedirectDocument = { _id: string; destination?: string | null | undefined }

/** Shows the redirect that the release contains for a moved page, or a button that adds it. */
function ReleaseRedirect({ from, to, release }: Move & { release: string }) {
  const client = useClient({ apiVersion })
  const [redirect, setRedirect] = useState<ReleaseRedirectDocument | null>()
  const [isAdding, setIsAdding] = useState(false)
  const [problem, setProblem] = useState<string>()

  const loadRedirect = useCallback(
    () => findReleaseRedirect(client, from, release).then((result) => setRedirect(result ?? null)),
    [client, from, release],
  )

  useEffect(() => {
    // If the lookup fails, show the button. It reports errors on click.
    loadRedirect().catch(() => setRedirect(null))
  }, [loadRedirect])

  async function add() {
    setIsAdding(true)
    setProblem(undefined)
    try {
      await addRedirectToRelease(client, { from, to }, release)
      await loadRedirect()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setIsAdding(false)
  }

  if (redirect === undefined) return null
  if (redirect?.destination === to) {
    return (
      <p style={noteStyle}>
        When the release is published, {from} redirects to {to} with{' '}
        <IntentLink
          intent="edit"
          params={{ id: redirect._id, type: 'redirect' }}
          searchParams={[['perspective', release]]}
        >
          a redirect in the release
        </IntentLink>
        .
      </p>
    )
  }
  return (
    <div style={noteStyle} aria-live="polite">
      <p style={{ margin: '0 0 0.5rem' }}>
        {problem === undefined
          ? `Releases don’t create redirects automatically. Without one, visitors to ${from} get a 404 after publishing.`
          : `Couldn’t save the redirect (${problem}). Try again.`}
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

type Redirect = { _id: string; source: string }

const REDIRECTS_TO_QUERY =
  '*[_type == "redirect" && destination in [$path, $before]] | order(source asc)[0...20]{ _id, source }'

function useRedirectsTo(path: string | undefined, previousPath: string | undefined): Redirect[] {
  const client = useClient({ apiVersion })
  const [redirects, setRedirects] = useState<Redirect[]>([])
  useEffect(() => {
    const request = new AbortController()
    const params = { path: path ?? null, before: previousPath ?? null }
    client
      .fetch<Redirect[]>(REDIRECTS_TO_QUERY, params, { perspective: 'published', signal: request.signal })
      .then(setRedirects)
      // The list of redirects is optional, so ignore errors.
      .catch(() => undefined)
    return () => request.abort()
  }, [client, path, previousPath])
  return redirects
}

export function AddressInput(props: StringInputProps | SlugInputProps) {
  const { _id = '', _type = '', ...document } = (useFormValue([]) ?? {}) as { _id?: string; _type?: string }
  const { published } = useEditState(toPublishedId(_id), _type)
  const page = { ...document, _type }
  const path = publicPath(page)
  const previousPath = published ? publicPath(published) : undefined
  const redirects = useRedirectsTo(path, previousPath)
  const release = parseRelease(_id)
  const move = findMove(published, page)
  return (
    <div>
      {props.renderDefault(props as never)}
      {move && release !== undefined && <ReleaseRedirect {...move} release={release} />}
      {move && release === undefined && (
        <p style={noteStyle}>
          When you publish, {move.from} redirects to {move.to}.
        </p>
      )}
      {redirects.length > 0 && (
        <p style={noteStyle}>
          Redirects to this page:{' '}
          {redirects.map((redirect, index) => (
            <span key={redirect._id}>
              {index > 0 && ', '}
              <IntentLink intent="edit" params={{ id: redirect._id, type: 'redirect' }}>
                {redirect.source}
              </IntentLink>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
