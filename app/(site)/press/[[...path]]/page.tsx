import type { Metadata } from 'next'
import { listRoute } from '@/lib/journal-routes.ts'
import { PRESS_ROOT, pathOf } from '@/lib/routes.ts'
import { MISSING_METADATA } from '../../document-metadata.ts'
import { NotFoundOrRedirect } from '../../not-found-or-redirect.tsx'
import { PressItem, pressItemMetadata } from '../press-item.tsx'
import { PressItems, pressItemsMetadata } from '../press-items.tsx'

type Props = { params: Promise<{ path?: string[] }> }

/** None at build time, see the page of the blog. */
export const generateStaticParams = () => []

const routeIn = async ({ params }: Props) => listRoute((await params).path)

export async function generateMetadata(props: Props): Promise<Metadata> {
  const route = await routeIn(props)
  if (!route) return MISSING_METADATA
  const metadata = await (route.view === 'list' ? pressItemsMetadata(route) : pressItemMetadata(route))
  return metadata ?? MISSING_METADATA
}

export default async function Page(props: Props) {
  const route = await routeIn(props)
  const path = PRESS_ROOT + pathOf((await props.params).path)
  if (!route) return <NotFoundOrRedirect path={path} />
  return route.view === 'list' ? <PressItems {...route} path={path} /> : <PressItem {...route} />
}
