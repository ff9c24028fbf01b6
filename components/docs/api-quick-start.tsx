import { AREAS } from '@/lib/auth/access-table.ts'
import type { ReferenceOperation } from '@/lib/docs/reference.ts'
import { samplesOf } from '@/lib/docs/samples.ts'
import { Link } from '../ui/link.tsx'
import { Term } from './api-basics.tsx'
import { Listing, Samples } from './api-samples.tsx'
import { ApiSection } from './api-section.tsx'

export const QUICK_START = { id: 'quick-start', title: 'Quick start' }

/** The first request and its answer, side by side. @param operation what is asked for, without its parameters */
export function QuickStart({ operation, siteUrl }: { operation: ReferenceOperation; siteUrl: string }) {
  const answer = operation.answers.find(({ status }) => status === 200)
  return (
    <ApiSection {...QUICK_START}>
      <p className="mt-4 max-w-160">
        An admin makes a key under{' '}
        <Link href={AREAS.keys.path} className="text-link">
          Settings, API keys
        </Link>
        . Put it in place of <Term>dw_YOUR_KEY</Term>, and read your latest calls.
      </p>
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Listing title="Base URL" code={siteUrl} language="text" />
          <Samples
            name={QUICK_START.id}
            label={QUICK_START.title}
            samples={samplesOf({ ...operation, parameters: [] }, siteUrl)}
          />
          <p className="text-sm text-muted-foreground">
            {siteUrl.startsWith('https:')
              ? 'Always over HTTPS.'
              : 'This is the address of a local copy. In production it is always over HTTPS.'}
          </p>
        </div>
        <Listing title="Response, 200 OK" code={JSON.stringify(answer?.example, null, 2)} isShort />
      </div>
    </ApiSection>
  )
}
