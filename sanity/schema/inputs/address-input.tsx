import { useEffect, useState } from 'react'
import { type SlugInputProps, type StringInputProps, useClient, useEditState, useFormValue } from 'sanity'
import { IntentLink } from 'sanity/router'
import { apiVersion } from '../../api-version.ts'
import { publicPath } from '../../content-types.ts'
import { publishedId, releaseOf } from '../../document-id.ts'
import { moveOf } from '../../redirects/moved-page.ts'
import { noteStyle } from './note-style.ts'
import { ReleaseRedirect } from './release-redirect.tsx'

type Redirect = { _id: string; source: string }

const REDIRECTS_TO =
  '*[_type == "redirect" && destination in [$path, $before]] | order(source asc)[0...20]{ _id, source }'

/** Redirects to an address, or to the one before. */
function useRedirectsTo(path: string | undefined, before: string | undefined): Redirect[] {
  const client = useClient({ apiVersion })
  const [redirects, setRedirects] = useState<Redirect[]>([])
  useEffect(() => {
    const request = new AbortController()
    const params = { path: path ?? null, before: before ?? null }
    client
      .fetch<Redirect[]>(REDIRECTS_TO, params, { perspective: 'published', signal: request.signal })
      .then(setRedirects)
      // The list below the field is a help; without an answer the field works as it does without it.
      .catch(() => undefined)
    return () => request.abort()
  }, [client, path, before])
  return redirects
}

/** The address of a page, and what happens to those who come by an old one. */
export function AddressInput(props: StringInputProps | SlugInputProps) {
  const { _id = '', _type = '', ...document } = (useFormValue([]) ?? {}) as { _id?: string; _type?: string }
  const { published } = useEditState(publishedId(_id), _type)
  const page = { ...document, _type }
  const path = publicPath(page)
  const before = published ? publicPath(published) : undefined
  const redirects = useRedirectsTo(path, before)
  const release = releaseOf(_id)
  const move = moveOf(published, page)
  return (
    <div>
      {props.renderDefault(props as never)}
      {move && release !== undefined && <ReleaseRedirect {...move} release={release} />}
      {move && release === undefined && (
        <p style={noteStyle}>
          When you publish, visitors of {move.from} are sent to {move.to}.
        </p>
      )}
      {redirects.length > 0 && (
        <p style={noteStyle}>
          Leads here:{' '}
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
