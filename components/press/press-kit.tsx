import type { PRESS_KIT_QUERY_RESULT } from '../../sanity/types.ts'
import { Link } from '../ui/link.tsx'
import { PressDownloads } from './press-downloads.tsx'

/** What a journalist needs: words to quote, files to print, somebody to ask. */
export function PressKit({ kit }: { kit: PRESS_KIT_QUERY_RESULT }) {
  if (!kit) return null
  return (
    <section className="border-y border-line bg-sunken">
      <div className="wrap band grid gap-x-12 gap-y-12 lg:grid-cols-12">
        <div className="lg:col-span-6">
          <h2 className="text-title">{kit.heading}</h2>
          {kit.intro && <p className="mt-5 max-w-[36rem] text-lead text-muted">{kit.intro}</p>}
          {kit.contactEmail && (
            <p className="mt-7">
              <Link href={`mailto:${kit.contactEmail}`} className="button button-quiet">
                {kit.contactEmail}
              </Link>
            </p>
          )}
        </div>
        <div className="space-y-10 lg:col-span-6">
          {kit.boilerplate && (
            <div>
              <h3 className="text-xl">In our own words</h3>
              <p className="mt-4 max-w-[38rem] whitespace-pre-line text-muted">{kit.boilerplate}</p>
            </div>
          )}
          <PressDownloads downloads={kit.downloads} />
        </div>
      </div>
    </section>
  )
}
