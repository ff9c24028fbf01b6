import type { ValidationContext } from 'sanity'
import { apiVersion } from '../../api-version.ts'
import { redirectSource } from '../../../lib/paths/redirect-source.ts'
import { publicPath } from '../../content-types.ts'

const REDIRECTS = '*[_type == "redirect"]{ source, destination }'

type Redirect = { source?: string | null; destination?: string | null }

/** True, or a sentence about the redirect that the address of a page has been given to; publishing the page ends it. */
export async function redirectedAddress(_value: unknown, context: ValidationContext): Promise<true | string> {
  const path = context.document && publicPath(context.document)
  if (!path) return true
  const client = context.getClient({ apiVersion }).withConfig({ perspective: 'published' })
  const redirects = await client.fetch<Redirect[]>(REDIRECTS)
  const destination = redirects.find(({ source }) => redirectSource(source ?? '', undefined) === path)?.destination
  if (!destination) return true
  return `${path} is redirected to ${destination}. Publishing this page ends the redirect: its visitors then find this page.`
}
