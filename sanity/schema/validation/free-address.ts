import type { ValidationContext } from 'sanity'
import { apiVersion } from '../../api-version.ts'
import { publicPath } from '../../content-types.ts'

const REDIRECT_FROM = '*[_type == "redirect" && source == $path][0].destination'

/** True, or a sentence about the redirect that the address of a page has been given to; publishing the page ends it. */
export async function redirectedAddress(_value: unknown, context: ValidationContext): Promise<true | string> {
  const path = context.document && publicPath(context.document)
  if (!path) return true
  const client = context.getClient({ apiVersion }).withConfig({ perspective: 'published' })
  const destination = await client.fetch<string | null>(REDIRECT_FROM, { path })
  if (!destination) return true
  return `${path} is redirected to ${destination}. Publishing this page ends the redirect: its visitors then find this page.`
}
