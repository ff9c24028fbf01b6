import type { Organization, Person, ProfilePage } from 'schema-dts'
import { organizationReference, type SiteFacts } from './site.ts'

/** Who wrote something: a person, or a team of the company that signs as one. */
export type Author = { name: string; path: string; isTeam: boolean }

/** An author, where a post names them. */
export const authorNode = ({ siteUrl }: Pick<SiteFacts, 'siteUrl'>, { name, path, isTeam }: Author) => {
  const own = { '@id': `${siteUrl}${path}#author`, name, url: `${siteUrl}${path}` }
  return isTeam
    ? ({ '@type': 'Organization', ...own } satisfies Organization)
    : ({ '@type': 'Person', ...own } satisfies Person)
}

type Profile = Author & { role?: string | null | undefined; bio?: string | null | undefined }

/** The page of an author. */
export function profilePage(site: SiteFacts, { role, bio, ...author }: Profile): ProfilePage {
  const about = bio ? { description: bio } : {}
  const node = authorNode(site, author)
  return {
    '@type': 'ProfilePage',
    '@id': `${site.siteUrl}${author.path}#profile`,
    name: author.name,
    url: `${site.siteUrl}${author.path}`,
    inLanguage: 'en-US',
    mainEntity:
      node['@type'] === 'Organization'
        ? { ...node, ...about, parentOrganization: organizationReference(site) }
        : { ...node, ...about, ...(role && { jobTitle: role }) },
  }
}
