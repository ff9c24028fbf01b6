import type { ValidationContext } from 'sanity'
import { apiVersion } from '../../api-version.ts'
import { publishedId } from '../../document-id.ts'

const OVERLAPPING = `*[
  _type == "announcement" && !sanity::versionOf($id) &&
  (!defined(end) || end > $start) && (!defined($end) || coalesce(start, _createdAt) < $end)
][0].text`

/** What is wrong with the end of an announcement, given as ISO dates; undefined when nothing is. */
export function endError(start: string | undefined, end: string | undefined): string | undefined {
  if (!start || !end || Date.parse(end) > Date.parse(start)) return undefined
  return 'It has to end after it begins.'
}

/** A sentence naming another announcement, also one that is not published, that runs at the same time; undefined without one. */
export async function overlapWarning({ document, getClient }: ValidationContext): Promise<string | undefined> {
  if (!document) return undefined
  const client = getClient({ apiVersion }).withConfig({ perspective: 'raw' })
  const text = await client.fetch<string | null>(OVERLAPPING, {
    id: publishedId(document._id),
    start: document.start ?? document._createdAt ?? new Date().toISOString(),
    end: document.end ?? null,
  })
  return text === null ? undefined : `“${text}” runs at the same time. Visitors see the one that begins later.`
}
