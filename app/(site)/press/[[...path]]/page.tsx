import type { Metadata } from 'next'
import { listRoute } from '@/lib/journal-routes.ts'
import { PRESS_ROOT, pathOf } from '@/sanity/paths.ts'
import { MISSING_METADATA } from '../../content.ts'
import { Missing } from '../../missing.tsx'
import { Announcement, announcementMetadata } from '../announcement.tsx'
import { Announcements, announcementsMetadata } from '../announcements.tsx'

type Props = { params: Promise<{ path?: string[] }> }

/** None at build time, see the page of the blog. */
export const generateStaticParams = () => []

const routeIn = async ({ params }: Props) => listRoute((await params).path)

export async function generateMetadata(props: Props): Promise<Metadata> {
  const route = await routeIn(props)
  if (!route) return MISSING_METADATA
  const metadata = await (route.view === 'list' ? announcementsMetadata(route) : announcementMetadata(route))
  return metadata ?? MISSING_METADATA
}

export default async function Page(props: Props) {
  const route = await routeIn(props)
  const path = PRESS_ROOT + pathOf((await props.params).path)
  if (!route) return <Missing path={path} />
  return route.view === 'list' ? <Announcements {...route} path={path} /> : <Announcement {...route} />
}
