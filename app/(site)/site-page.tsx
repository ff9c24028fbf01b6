import type { Metadata } from 'next'
import type { ComponentType } from 'react'
import { type PageRoute, type RouteOf, routeAt } from '@/lib/routes.ts'
import { MISSING_METADATA } from './document-metadata.ts'
import { NotFoundOrRedirect } from './not-found-or-redirect.tsx'

type Props = { params: Promise<Record<string, string | string[] | undefined>> }

type Kind = PageRoute['kind']

type PageKind<K extends Kind> = {
  Page: ComponentType<RouteOf<K>>
  /** Undefined where there is nothing to show. */
  metadata: (route: RouteOf<K>) => Promise<Metadata | undefined>
}

const nothing: PageKind<'nothing'> = { Page: NotFoundOrRedirect, metadata: async () => undefined }

/**
 * The stored pages below a root of lib/routes.ts, by what their path asks for. Folders of `app/` hold what shares its
 * scripts, so that no page loads those of another part; which folder answers which address is in lib/routes.ts as well.
 * @param root where the folder is on the site, whatever its name
 */
export function sitePage<K extends Kind>(root: string, kinds: { [Each in K]: PageKind<Each> }) {
  const routeIn = async ({ params }: Props) => {
    const below = Object.values(await params)
      .flat()
      .filter((segment) => segment !== undefined)
    return routeAt([...root.split('/').filter(Boolean), ...below])
  }
  const kindOf = (route: PageRoute) =>
    (Object.hasOwn(kinds, route.kind) ? kinds[route.kind as K] : nothing) as PageKind<Kind>

  async function generateMetadata(props: Props): Promise<Metadata> {
    const route = await routeIn(props)
    return (await kindOf(route).metadata(route)) ?? MISSING_METADATA
  }

  async function Page(props: Props) {
    const route = await routeIn(props)
    const { Page: KindPage } = kindOf(route)
    return <KindPage {...route} />
  }

  return { generateMetadata, Page }
}
