'use client'

import type { Words } from '@/lib/words.ts'
import { useLayoutEffect } from 'react'
import { withQuery } from '@/lib/http/with-query.ts'
import { Link } from '../ui/link.tsx'

/**
 * Body of a redirect. Browsers that ask for a document follow its header and never see this; the router of the framework
 * asks for data instead, which has no redirects, and is sent on from here.
 */
export function Moved({ to, words }: { to: string; words: Pick<Words['messages'], 'moved' | 'movedTo'> }) {
  useLayoutEffect(() => window.location.replace(withQuery(to, window.location.search.slice(1))), [to])
  return (
    <section className="wrap section min-h-128">
      <h1 className="text-title">{words.moved}</h1>
      <p className="mt-7 text-lead">
        <Link href={to} className="text-link">
          {words.movedTo}
        </Link>
      </p>
    </section>
  )
}
